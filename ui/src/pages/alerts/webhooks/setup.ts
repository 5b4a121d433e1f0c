import type { Webhook, WebhookKind } from '../../../api/types.js'
import { formText } from '../../../kit/form-text.js'

/** The headers of a webhook as they are edited: values come masked, and sent back so they stay. */
export const headerLines = (target: Webhook | undefined): string =>
  Object.entries(target?.headers ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** Lines of `Name: value`; one without a colon is a name alone, and for the service to refuse. */
export function headersIn(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return colon < 0 ? [line.trim(), ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
    }),
  )
}

/** What was entered for a kind. Secrets that were left empty are not told, and so stay. */
export function setupIn(form: FormData, kind: WebhookKind, target: Webhook | undefined) {
  const url = formText(form, 'url')
  const secret = formText(form, 'secret')
  const config = kind.fields.flatMap(({ key, secret: isSecret }) => {
    const value = formText(form, `config.${key}`)
    return isSecret && value === '' && target !== undefined ? [] : [[key, value] as const]
  })
  return {
    ...(kind.url_required && (url !== '' || target === undefined) ? { url } : {}),
    ...(form.has('unsigned') ? { secret: null } : secret === '' ? {} : { secret }),
    ...(kind.supports_headers ? { headers: headersIn(formText(form, 'headers')) } : {}),
    config: Object.fromEntries(config),
  }
}
