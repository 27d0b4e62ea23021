import { type CallPlan, UPSTREAM_MODELS } from './call-plan.ts';

export interface RenderedCall {
  path: string;
  body: string;
}

/**
 * Renders a plan's request, in the dialect of its caller. The first word of the prompt identifies the plan.
 */
export function renderCall(plan: CallPlan): RenderedCall {
  const model = UPSTREAM_MODELS[plan.upstream];
  const text = `${plan.address} ${plan.reference}${'word '.repeat(plan.words)}`;
  const { stream, choices } = plan;
  const n = choices > 1 ? { n: choices } : {};
  const messages = [{ role: 'user', content: text }];
  switch (plan.caller) {
    case 'chat':
      return render('/v1/chat/completions', { model, stream, messages, ...n }, 'max_tokens', plan);
    case 'completions': {
      const prompt = plan.prompts > 1 ? Array.from({ length: plan.prompts }, () => text) : text;
      const best = plan.bestOf > 1 ? { best_of: plan.bestOf } : {};
      return render(
        '/v1/completions',
        { model, stream, prompt, ...n, ...best },
        'max_tokens',
        plan,
      );
    }
    case 'responses':
      return render('/v1/responses', { model, stream, input: text }, 'max_output_tokens', plan);
    case 'messages':
      return render('/v1/messages', { model, stream, messages }, 'max_tokens', plan);
    case 'gemini':
      return renderGemini(plan, model, text);
  }
}

function renderGemini(plan: CallPlan, model: string, text: string): RenderedCall {
  const verb = plan.stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
  const candidates = plan.choices > 1 ? { candidateCount: plan.choices } : {};
  const config = render('', candidates, 'maxOutputTokens', plan).body;
  const contents = JSON.stringify([{ role: 'user', parts: [{ text }] }]);
  return {
    path: `/v1beta/models/${model}:${verb}`,
    body: `{"contents":${contents},"generationConfig":${config}}`,
  };
}

/** Adds the limit to a body as the plan specifies. */
function render(path: string, body: object, member: string, plan: CallPlan): RenderedCall {
  const { spelling, limit } = plan;
  const set = (name: string, tokens: number) => `"${name}":${tokens}`;
  const members: Record<CallPlan['spelling'], string[]> = {
    plain: [set(member, limit)],
    none: [],
    zero: [set(member, 0)],
    twice: [set(member, 1), set(member, limit * 20)],
    'other-case': [set(member, 1), set(member.toUpperCase(), limit * 20)],
  };
  const ownMembers = JSON.stringify(body).slice(1, -1);
  return {
    path,
    body: `{${[ownMembers, ...members[spelling]].filter((member) => member !== '').join(',')}}`,
  };
}
