import { describe, expect, it } from 'vitest';
import { claudeFacts, claudeRules } from './claude-models.ts';
import { findModelFacts } from './model-facts.ts';
import { geminiThinks, geminiThinksByLevel } from './gemini-models.ts';
import { fitOpenAiEffort, isOpenAiModel, isOpenAiReasoner } from './openai-models.ts';

describe('claudeRules', () => {
  it.each([
    ['claude-3-opus-20240229', 4096, false, false, false],
    ['claude-3-5-haiku-20241022', 8192, false, false, false],
    ['claude-3-7-sonnet-latest', 8192, false, false, false],
    ['claude-sonnet-4-20250514', 32_000, false, false, false],
    ['us.anthropic.claude-haiku-4-5-20251001-v1:0', 32_000, false, false, false],
    ['claude-opus-4-6', 32_000, true, false, false],
    ['claude-opus-4-7', 32_000, true, true, false],
    ['claude-sonnet-5', 32_000, true, true, false],
    ['claude-sonnet-5-5', 32_000, true, true, true],
    ['claude-fable-5-1', 32_000, true, true, true],
  ])('knows %s', (model, defaultMaxTokens, adaptive, refusesSampling, refusesForcedTool) => {
    expect(claudeRules(model)).toMatchObject({ defaultMaxTokens, adaptive });
    const { sampling, forcedTool } = claudeFacts(model);
    expect([sampling === 0, !forcedTool]).toEqual([refusesSampling, refusesForcedTool]);
  });

  it.each([
    ['claude-opus-4-5-20251101', false],
    ['claude-sonnet-4-6', true],
    ['claude-haiku-5', true],
  ])('%s refuses to continue a prefill: %s', (model, refusesPrefill) => {
    expect(claudeRules(model)).toMatchObject({ refusesPrefill });
  });

  it('treats an unknown name like the newest models', () => {
    expect(claudeFacts('claude-next')).toMatchObject({ thinking: ['adaptive'], sampling: 0 });
  });
});

describe('findModelFacts', () => {
  it.each([
    ['gpt-5-mini', 400_000, 'vision tools thinking'],
    ['gpt-5-chat-latest', 128_000, 'vision tools'],
    ['gpt-4.1-nano', 1_047_576, 'vision tools'],
    ['gpt-4o-mini-audio-preview', 128_000, 'audio tools'],
    ['o3-mini', 200_000, 'tools thinking'],
    ['anthropic/claude-sonnet-4-5-20250929', 200_000, 'vision tools thinking'],
    ['gemini-2.5-flash-lite', 1_048_576, 'vision audio tools thinking'],
    ['deepseek-chat', 128_000, 'tools'],
    ['gpt-5.3-codex', 400_000, 'vision tools thinking'],
    ['gpt-5.4-mini', 400_000, 'vision tools thinking'],
    ['gpt-5.4-pro', 1_050_000, 'vision tools thinking'],
    ['gpt-6.1-terra', 1_050_000, 'vision tools thinking'],
    ['claude-opus-4-1-20250805', 200_000, 'vision tools thinking'],
    ['claude-haiku-4-5', 200_000, 'vision tools thinking'],
    ['us.anthropic.claude-sonnet-4-6', 1_000_000, 'vision tools thinking'],
    ['claude-fable-5-1', 1_000_000, 'vision tools thinking'],
    ['claude-haiku-5-5', 1_000_000, 'vision tools thinking'],
    ['deepseek-v4-pro', 1_048_576, 'tools thinking'],
    ['grok-4.5', 500_000, 'vision tools thinking'],
    ['kimi-k3', 1_048_576, 'vision tools thinking'],
    ['glm-5', 200_000, 'tools thinking'],
    ['glm-5.2', 1_048_576, 'tools thinking'],
  ])('knows %s', (model, context, capabilities) => {
    expect(findModelFacts(model)).toMatchObject({ context, capabilities: capabilities.split(' ') });
  });

  it.each([
    'gpt-image-1',
    'gpt-4o-mini-tts',
    'text-embedding-3-small',
    'gemini-2.5-flash-image',
    'grok-4.7',
    'glm-5v-turbo',
    'my-own',
  ])('has no facts about %s', (model) => expect(findModelFacts(model)).toBeUndefined());
});

describe('other models', () => {
  it.each([
    ['gpt-4o', true, false],
    ['gpt-5-mini', true, true],
    ['gpt-6-sol', true, true],
    ['o4-mini', true, true],
    ['gpt-5-chat-latest', true, false],
    ['deepseek-v4-pro', false, false],
    ['qwen3-max', false, false],
  ])('%s is OpenAI: %s, reasons: %s', (model, isOpenAi, reasons) => {
    expect([isOpenAiModel(model), isOpenAiReasoner(model)]).toEqual([isOpenAi, reasons]);
  });

  it.each([
    ['o4-mini', 'none', 'low'],
    ['gpt-5-mini', 'none', 'minimal'],
    ['gpt-5-mini', 'max', 'high'],
    ['openai/gpt-5.1', 'minimal', 'low'],
    ['gpt-5.4', 'max', 'xhigh'],
    ['gpt-6-sol', 'max', 'max'],
    ['deepseek-v4-pro', 'max', 'max'],
  ] as const)('%s with requested effort %s is sent %s', (model, requested, sent) => {
    expect(fitOpenAiEffort(model, requested)).toBe(sent);
  });

  it.each([
    ['gemini-2.0-flash', false, false],
    ['gemini-2.5-pro', true, false],
    ['gemini-3.1-pro-preview', true, true],
    ['gemini-4-argon', true, true],
  ])('%s thinks: %s, by level: %s', (model, thinks, byLevel) => {
    expect([geminiThinks(model), geminiThinksByLevel(model)]).toEqual([thinks, byLevel]);
  });
});
