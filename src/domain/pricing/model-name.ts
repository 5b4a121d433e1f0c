/** Where a path in front of a name may lead: a provider or a router of the model. Any other path is somebody else's model. */
const ROUTE =
  /^(?:(?:anthropic|openai|bedrock|converse|azure|azure_ai|vertex|vertex_ai|openrouter|litellm|vercel|github_copilot|copilot)\/)+/
const VERTEX = /^(?:projects\/[^/]+\/locations\/[^/]+\/)?publishers\/(?:anthropic|openai)\/models\//
const BEDROCK_ARN = /^arn:aws[a-z-]*:bedrock:[^:]*:[^:]*:(?:foundation-model|inference-profile)\//
const BEDROCK = /^(?:(?:us|eu|apac|ap|au|ca|jp|sa|us-gov|global)\.)?(?:anthropic|openai)\.(?=claude-|gpt-)/
const VERSION = /-v\d+(?::\d+)?$/
const DOTTED = /^claude-.*?\d\.\d/

/**
 * Returns the name that a model has at its maker, from the name that a provider such as Bedrock, Vertex or OpenRouter gives it:
 * `claude-opus-4-6` for `us.anthropic.claude-opus-4-6-v1:0`. Null if the name has nothing that a provider adds.
 */
export const plainName = (model: string): string | null => {
  const bare = model.replace(BEDROCK_ARN, '').replace(VERTEX, '').replace(ROUTE, '').replace(BEDROCK, '')
  const plain = DOTTED.test(bare) ? bare.replaceAll(/(\d)\.(?=\d)/g, '$1-') : bare
  if (plain === model) return null
  return plain.replace(VERSION, '')
}
