export interface ModelVendor {
  id: string;
  name: string;
  /** Color of its mark, dark enough for white letters in both themes. */
  color: string;
}

const VENDORS: readonly (ModelVendor & { pattern: RegExp })[] = [
  vendor('anthropic', 'Anthropic', '#9a4b2e', /claude/),
  vendor(
    'openai',
    'OpenAI',
    '#232a33',
    /^(gpt|chatgpt|o\d|dall-e|text-embedding-(3|ada)|whisper|tts|sora|omni|davinci|babbage|codex|computer-use)/,
  ),
  vendor('google', 'Google', '#2b62b8', /gemini|gemma|imagen|^veo|palm|text-embedding-004/),
  vendor('deepseek', 'DeepSeek', '#3b4fc4', /deepseek/),
  vendor('alibaba', 'Alibaba', '#6b3fb0', /qwen|qwq|wanx|^wan/),
  vendor('moonshot', 'Moonshot', '#2f343c', /kimi|moonshot/),
  vendor('zhipu', 'Zhipu', '#233f8f', /glm|cogview|cogvideo|zhipu/),
  vendor('xai', 'xAI', '#49525e', /grok/),
  vendor(
    'mistral',
    'Mistral',
    '#a34a10',
    /mi[sx]tral|codestral|ministral|pixtral|devstral|magistral/,
  ),
  vendor('meta', 'Meta', '#1d5fae', /llama/),
  vendor('cohere', 'Cohere', '#39594d', /command|^embed-|rerank/),
  vendor('baidu', 'Baidu', '#2a4bb8', /ernie/),
  vendor('bytedance', 'ByteDance', '#0f6a80', /doubao|seed/),
  vendor('tencent', 'Tencent', '#1b5fa8', /hunyuan/),
  vendor('minimax', 'MiniMax', '#a8314d', /abab|minimax|^speech-|hailuo/),
  vendor('midjourney', 'Midjourney', '#4f3f70', /^(mj_|midjourney|swap_face)/),
  vendor('suno', 'Suno', '#9a4b2e', /^(suno|chirp)/),
];
const OTHER: ModelVendor = { id: 'other', name: '', color: '#5a6675' };

function vendor(id: string, name: string, color: string, pattern: RegExp) {
  return { id, name, color, pattern };
}

/** Returns a vendor by its id. */
export const vendorNamed = (id: string): ModelVendor =>
  VENDORS.find((each) => each.id === id) ?? OTHER;

/** Returns the vendor of a model, judged by the model's name; one without a name if unknown. */
export function vendorOf(model: string): ModelVendor {
  const name = model.toLowerCase().replace(/^.*\//, '').replace(/^ft:/, '');
  return VENDORS.find(({ pattern }) => pattern.test(name)) ?? OTHER;
}
