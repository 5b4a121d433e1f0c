export const OPUS = 'claude-opus-5'
export const SONNET = 'claude-sonnet-5'
export const HAIKU = 'claude-haiku-4-5-20251001'
export const GPT = 'gpt-5.6-sol'
