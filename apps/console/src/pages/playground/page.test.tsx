import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, fakeServer, page } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { resizeWindow } from '../../../test-support/resize-window.ts';
import { text } from '../../../test-support/text.ts';
import type { Conversation } from './conversation.ts';
import { PlaygroundPage } from './page.tsx';

const CHAT = 'POST /api/playground/v1/chat/completions';

beforeEach(() => localStorage.clear());

interface TestStream {
  response: Response;
  push: (chunk: object) => void;
  end: () => void;
}

/** Creates a stream of chat chunks that the test controls. */
function openStream(requestId: string): TestStream {
  let out: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (out = controller) });
  return {
    response: new Response(body, { headers: { 'x-request-id': requestId } }),
    push: (chunk) => out?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(chunk)}\n\n`)),
    end: () => out?.close(),
  };
}
const words = (content: string) => ({ choices: [{ delta: { content } }] });

const price = (model: string) => ({
  model_name: model,
  quota_type: 0,
  model_ratio: 1,
  completion_ratio: 1,
  price: 0,
  model_price: 0,
  enable_groups: ['default'],
});
const PRICES = {
  data: [price('a'), price('b')],
  group_ratio: { default: 1 },
  usable_group: {},
  user_group: ['default'],
};

const refusal = () =>
  Response.json(
    { error: { message: 'Too fast', code: 'rate_limited' } },
    { status: 429, headers: { 'x-request-id': 'r0' } },
  );
const row = (id: string, quota: number) => ({
  request_id: id,
  quota,
  prompt_tokens: 3,
  completion_tokens: 2,
});

async function show(address: string, responses: Record<string, () => Response>) {
  const server = fakeServer({
    'GET /api/user/models': () => ['a', 'b'],
    'GET /api/pricing': () => Response.json({ success: true, message: '', ...PRICES }),
    [CHAT]: ({ body }) => responses[(body as { model: string }).model]?.(),
    'GET /api/log/self/': ({ query }) => page([row(query.request_id ?? '', 617)]),
  });
  await renderAt(address, PlaygroundPage);
  const box = await screen.findByRole('textbox', { name: text('playground.ask') });
  const ask = (question: string) => {
    fireEvent.change(box, { target: { value: question } });
    fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true });
  };
  return { server, ask, side: (name: string) => within(screen.getByRole('region', { name })) };
}

test('without models the page keeps its title above the empty state', async () => {
  fakeServer({
    'GET /api/user/models': () => [],
    'GET /api/pricing': () => Response.json({ success: true, message: '', ...PRICES, data: [] }),
  });
  await renderAt('/playground', PlaygroundPage);
  await screen.findByText(text('playground.noModels.title'));
  const title = screen.getByRole('heading', { level: 1, name: text('shell.pages.playground') });
  expect(title.className).not.toContain('visuallyHidden');
  expect(title.className).toContain('Title');
});

test('of two models asked at once, one that fails shows code, cause and Retry while the other continues and shows its cost', async () => {
  const stream = openStream('r1');
  let failures = 0;
  const { server, ask, side } = await show('/playground?model=a&compare=b', {
    a: () => stream.response,
    b: () => ((failures += 1), refusal()),
  });
  ask('Hello?');
  const alert = await side('b').findByRole('alert');
  expect(alert.textContent).toContain('429 rate_limited');
  expect(alert.textContent).toContain('Too fast');
  expect(alert.textContent).toContain('r0');
  stream.push(words('Still here'));
  stream.end();
  expect((await side('a').findByTestId('cost')).textContent).toContain('0.001234');
  expect(server.bodiesOf(CHAT)).toHaveLength(2);
  expect(server.bodiesOf(CHAT)[0]).toMatchObject({ stream: true });
  fireEvent.click(within(alert).getByRole('button', { name: text('ui.retry') }));
  await waitFor(() => expect(failures).toBe(2));
});

test('Stop ends an answer, keeps its text and still shows its cost', async () => {
  const slow = openStream('r2');
  const { ask, side } = await show('/playground?model=a', { a: () => slow.response });
  ask('Tell me a long story');
  slow.push(words('Once upon a time'));
  await side('a').findByText('Once upon a time');
  fireEvent.click(screen.getByRole('button', { name: text('playground.stop') }));
  slow.end();
  await side('a').findByText(text('playground.state.stopped'));
  expect(side('a').getByText('Once upon a time')).not.toBeNull();
  await side('a').findByTestId('cost');
});

test('the user enters the result of a tool call, and the model continues with it', async () => {
  const [first, second] = [openStream('r3'), openStream('r4')];
  const responses = [first, second];
  const { server, ask, side } = await show('/playground?model=a', {
    a: () => responses.shift()?.response ?? refusal(),
  });
  ask('Weather?');
  const call = { index: 0, id: 'call_1', function: { name: 'get_weather', arguments: '{}' } };
  first.push({ choices: [{ delta: { tool_calls: [call] } }] });
  first.end();
  const field = await side('a').findByLabelText(
    text('playground.tools.resultOf', { name: 'get_weather' }),
  );
  fireEvent.change(field, { target: { value: '18 °C' } });
  fireEvent.click(screen.getByRole('button', { name: text('playground.tools.send') }));
  await waitFor(() => expect(server.bodiesOf(CHAT)).toHaveLength(2));
  const { messages } = server.bodiesOf(CHAT)[1] as { messages: unknown[] };
  expect(messages.at(-1)).toEqual({ role: 'tool', tool_call_id: 'call_1', content: '18 °C' });
  second.push(words('It is warm.'));
  second.end();
  await side('a').findByText('It is warm.');
});

test('a call that the balance cannot pay offers to top up, right where it failed', async () => {
  const unpaid = () =>
    Response.json(
      { error: { message: 'Top up', code: 'insufficient_user_quota' } },
      { status: 402, headers: { 'x-request-id': 'r1' } },
    );
  const { ask, side } = await show('/playground?model=a', { a: unpaid });
  ask('Hello?');
  const alert = within(await side('a').findByRole('alert'));
  const link = alert.getByRole('link', { name: text('shell.topUp') });
  expect(link.getAttribute('href')).toBe('/topup');
});

test('a conversation is named after its first question, survives a reload, and can be deleted permanently', async () => {
  const { ask, side } = await show('/playground?model=a', { a: refusal });
  ask('What is 402?');
  await side('a').findByRole('alert');
  await waitFor(() => expect(localStorage.getItem('playground_0')).toContain('What is 402?'));
  fireEvent.click(screen.getByRole('button', { name: text('playground.parameters.title') }));
  fireEvent.click(await screen.findByRole('tab', { name: text('playground.history.title') }));
  const name = 'What is 402?';
  fireEvent.click(
    await screen.findByRole('button', { name: text('playground.history.delete', { name }) }),
  );
  fireEvent.click(
    await screen.findByRole('button', { name: text('playground.history.deleteConfirm') }),
  );
  await waitFor(() => expect(localStorage.getItem('playground_0')).toBe('[]'));
});

test('a failed image is retried in place, shows its cost and can be shown as code', async () => {
  const IMAGES = 'POST /api/playground/v1/images/generations';
  const responses = [
    refusal,
    () => Response.json({ data: [{ b64_json: 'QUJD' }] }, { headers: { 'x-request-id': 'r5' } }),
  ];
  const server = fakeServer({
    'GET /api/user/models': () => ['gpt-image-1'],
    'GET /api/pricing': () => Response.json({ success: true, message: '', ...PRICES }),
    [IMAGES]: () => responses.shift()?.(),
    'GET /api/log/self/': ({ query }) => page([row(query.request_id ?? '', 617)]),
  });
  await renderAt('/playground?tab=pictures&model=gpt-image-1', PlaygroundPage);
  const box = await screen.findByRole('textbox', { name: text('playground.input.pictures') });
  fireEvent.change(box, { target: { value: 'A gate' } });
  fireEvent.click(screen.getByRole('button', { name: text('playground.run.pictures') }));
  expect((await screen.findByRole('alert')).textContent).toContain('429 rate_limited');
  fireEvent.click(screen.getByRole('button', { name: text('ui.retry') }));
  const image = await screen.findByRole('img', { name: 'A gate' });
  expect(image.getAttribute('src')).toBe('data:image/png;base64,QUJD');
  expect(screen.queryByRole('alert')).toBeNull();
  expect((await screen.findByTestId('cost')).textContent).toContain('0.001234');
  expect(server.bodiesOf(IMAGES)[1]).toMatchObject({ model: 'gpt-image-1', prompt: 'A gate' });
  fireEvent.click(screen.getByRole('button', { name: text('playground.asCode') }));
  const code = await screen.findByRole('region', { name: 'curl' });
  expect(code.textContent).toContain('/v1/images/generations');
});

test('a conversation left while streaming stays in the history with its question, text and cost', async () => {
  const slow = openStream('r6');
  const { ask, side } = await show('/playground?model=a', { a: () => slow.response });
  ask('Tell me a long story');
  await waitFor(() => expect(localStorage.getItem('playground_0')).toContain('a long story'));
  slow.push(words('Once upon a time'));
  await side('a').findByText('Once upon a time');
  fireEvent.click(screen.getByRole('button', { name: text('playground.newChat') }));
  slow.end();
  await waitFor(() => expect(localStorage.getItem('playground_0')).toContain('"quota":617'));
  const stored = JSON.parse(localStorage.getItem('playground_0') ?? '[]') as Conversation[];
  expect(stored).toHaveLength(1);
  expect(stored[0]?.turns[0]?.sides[0]?.[0]).toMatchObject({
    text: 'Once upon a time',
    state: 'stopped',
  });
  fireEvent.click(screen.getByRole('button', { name: text('playground.parameters.title') }));
  fireEvent.click(await screen.findByRole('tab', { name: text('playground.history.title') }));
  fireEvent.click(await screen.findByText('Tell me a long story'));
  await side('a').findByText('Once upon a time');
});

test('an image that is generated while another tab is open is there on return', async () => {
  let respond: (response: Response) => void = () => undefined;
  fakeServer({
    'GET /api/user/models': () => ['gpt-image-1', 'tts-1'],
    'GET /api/pricing': () => Response.json({ success: true, message: '', ...PRICES }),
    'POST /api/playground/v1/images/generations': () =>
      new Promise<Response>((resolve) => (respond = resolve)),
    'GET /api/log/self/': ({ query }) => page([row(query.request_id ?? '', 617)]),
  });
  await renderAt('/playground?tab=pictures&model=gpt-image-1', PlaygroundPage);
  const box = await screen.findByRole('textbox', { name: text('playground.input.pictures') });
  fireEvent.change(box, { target: { value: 'A gate' } });
  fireEvent.click(screen.getByRole('button', { name: text('playground.run.pictures') }));
  fireEvent.click(screen.getByRole('radio', { name: text('playground.tabs.speech') }));
  await screen.findByRole('textbox', { name: text('playground.input.speech') });
  respond(Response.json({ data: [{ b64_json: 'QUJD' }] }, { headers: { 'x-request-id': 'r7' } }));
  fireEvent.click(screen.getByRole('radio', { name: text('playground.tabs.pictures') }));
  expect(await screen.findByRole('img', { name: 'A gate' })).not.toBeNull();
  expect((await screen.findByTestId('cost')).textContent).toContain('0.001234');
});

test('models of another usable group can be selected, and their calls name the group', async () => {
  const seen: (string | null)[] = [];
  fakeServer({
    'GET /api/user/models': () => ['a'],
    'GET /api/pricing': () =>
      Response.json({
        success: true,
        message: '',
        ...PRICES,
        data: [price('a'), { ...price('c'), enable_groups: ['special'] }],
        group_ratio: { default: 1, special: 3 },
      }),
    [CHAT]: ({ headers }) => (seen.push(headers.get('x-tollgate-group')), refusal()),
  });
  await renderAt('/playground', PlaygroundPage);
  fireEvent.click(await screen.findByRole('combobox', { name: text('playground.group') }));
  fireEvent.click(await screen.findByRole('option', { name: /special/ }));
  const side = await screen.findByRole('region', { name: 'c' });
  const box = screen.getByRole('textbox', { name: text('playground.ask') });
  fireEvent.change(box, { target: { value: 'Hello' } });
  fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true });
  await within(side).findByRole('alert');
  expect(seen).toEqual(['special']);
});

test('tools that are not a JSON array prevent sending, with the reason at the input', async () => {
  const { server, ask } = await show('/playground?model=a', { a: refusal });
  fireEvent.click(screen.getByRole('button', { name: text('playground.parameters.title') }));
  fireEvent.click(await screen.findByRole('tab', { name: text('playground.tools.title') }));
  const field = await screen.findByRole('textbox', { name: text('playground.tools.title') });
  fireEvent.change(field, { target: { value: '{"not": "a list"}' } });
  await screen.findByText(text('playground.tools.invalid'));
  ask('Weather?');
  expect(server.bodiesOf(CHAT)).toHaveLength(0);
});

test('an image task is submitted, tracked until its image and cost are shown, and varied', async () => {
  const drawn: unknown[] = [];
  const server = fakeServer({
    'GET /api/status': () => ({
      enable_drawing: true,
      display_in_currency: true,
      quota_per_unit: 500_000,
    }),
    'GET /api/user/models': () => ['mj_imagine'],
    'GET /api/pricing': () =>
      Response.json({ success: true, message: '', ...PRICES, data: [price('mj_imagine')] }),
    'POST /api/playground/mj/submit/imagine': () => (drawn.push(DRAWING), { code: 1, result: '7' }),
    'POST /api/playground/mj/submit/change': () => ({ code: 1, result: '8' }),
    'GET /api/mj/self/': () => page(drawn),
  });
  await renderAt('/playground?tab=drawing', PlaygroundPage);
  const box = await screen.findByRole('textbox', { name: text('playground.drawing.input') });
  fireEvent.change(box, { target: { value: 'A gate' } });
  fireEvent.click(screen.getByRole('button', { name: text('playground.drawing.run') }));
  await screen.findByRole('img', { name: 'A gate' });
  expect(screen.getByTestId('cost').textContent).toContain('0.1');
  const action = text('playground.drawing.variation');
  fireEvent.click(
    screen.getByRole('button', { name: text('playground.drawing.nth', { action, number: 3 }) }),
  );
  await waitFor(() =>
    expect(server.bodiesOf('POST /api/playground/mj/submit/change')).toEqual([
      { action: 'VARIATION', taskId: '7', index: 3 },
    ]),
  );
});

test('a drawing refused for the balance keeps its prompt, and offers a top-up and a retry', async () => {
  const submit = 'POST /api/playground/mj/submit/imagine';
  const server = fakeServer({
    'GET /api/status': () => ({ enable_drawing: true }),
    'GET /api/user/models': () => ['mj_imagine'],
    'GET /api/pricing': () =>
      Response.json({ success: true, message: '', ...PRICES, data: [price('mj_imagine')] }),
    'GET /api/mj/self/': () => page([{ ...DRAWING, status: 'FAILURE', prompt: 'A bridge' }]),
    [submit]: () => Response.json({ code: 3, description: 'too little' }, { status: 402 }),
  });
  await renderAt('/playground?tab=drawing', PlaygroundPage);
  const box = await screen.findByRole('textbox', { name: text('playground.drawing.input') });
  fireEvent.change(box, { target: { value: 'A gate' } });
  fireEvent.click(screen.getByRole('button', { name: text('playground.drawing.run') }));
  const alert = within(await screen.findByRole('alert'));
  expect(screen.getByText('A gate')).toBeDefined();
  expect(alert.getByRole('link', { name: text('shell.topUp') })).toBeDefined();
  const [refused, failed] = screen.getAllByRole('button', { name: text('ui.retry') });
  fireEvent.click(refused as HTMLElement);
  await waitFor(() => expect(server.bodiesOf(submit)).toHaveLength(2));
  await waitFor(() => expect((failed as HTMLButtonElement).disabled).toBe(false));
  fireEvent.click(failed as HTMLElement);
  await waitFor(() =>
    expect(server.bodiesOf(submit)).toEqual(
      ['A gate', 'A gate', 'A bridge'].map((prompt) => ({ prompt })),
    ),
  );
});

const DRAWING = {
  id: 1,
  mj_id: '7',
  action: 'IMAGINE',
  status: 'SUCCESS',
  progress: '100%',
  prompt: 'A gate',
  image_url: 'https://pictures.example/7.png',
  fail_reason: '',
  quota: 50_000,
  refunded: false,
  request_id: 'r8',
  submit_time: 1_700_000_000_000,
  start_time: 0,
  finish: 0,
  channel_id: 0,
};

test('a failure to load models is reported as such, not as having none', async () => {
  localStorage.setItem('user', JSON.stringify({ id: 1, username: 'me', role: 1, status: 1 }));
  const server = fakeServer({
    'GET /api/pricing': () => failure(400, 'no such luck'),
    'GET /api/user/models': () => failure(400, 'no such luck'),
  });
  await renderAt('/playground', PlaygroundPage);
  await screen.findByText('no such luck');
  server.serve('GET /api/pricing', () => Response.json({ success: true, ...PRICES }));
  server.serve('GET /api/user/models', () => ['a', 'b']);
  fireEvent.click(screen.getByRole('button', { name: text('ui.retry') }));
  await screen.findByText(text('playground.empty'));
});

test('on a phone the tools are named icons, and the kind of output is a menu that leads to the others', async () => {
  resizeWindow(390);
  await show('/playground?model=a', { a: refusal });
  for (const name of ['addPicture', 'compare', 'parameters.title', 'send'] as const)
    expect(screen.getByRole('button', { name: text(`playground.${name}`) }).textContent).toBe('');
  const mode = `${text('playground.mode')}: `;
  fireEvent.click(screen.getByRole('button', { name: mode + text('playground.tabs.chat') }));
  fireEvent.click(await screen.findByRole('menuitem', { name: text('playground.tabs.speech') }));
  await screen.findByRole('button', { name: mode + text('playground.tabs.speech') });
});

test('where no model is known to make images, none is chosen, and a prompt cannot be sent to a chat model', async () => {
  fakeServer({
    'GET /api/user/models': () => ['a', 'b'],
    'GET /api/pricing': () => Response.json({ success: true, message: '', ...PRICES }),
  });
  await renderAt('/playground?tab=pictures', PlaygroundPage);
  expect(await screen.findByText(text('playground.noneFits.pictures'))).toBeTruthy();
  expect(screen.getByRole('button', { name: text('playground.run.pictures') })).toHaveProperty(
    'disabled',
    true,
  );
});
