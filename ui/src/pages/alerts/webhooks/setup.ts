import type { Webhook, WebhookKind } from '../../../api/types.js'
import { t } from '../../../i18n/i18n.js'
import { formText } from '../../../kit/form-text.js'

/**
 * Returns the headers of a webhook as lines to edit. Their values are masked; the service keeps those that come back masked.
 */
export const headerLines = (target: Webhook | undefined): string =>
  Object.entries(target?.headers ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** Reads lines of `Name: value`. A line without a colon is a name without a value, which the service refuses. */
export function headersIn(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return colon < 0 ? [line.trim(), ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
    }),
  )
}

/** Returns the settings of a form. Empty secrets are left out, so the stored ones stay. */
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

const isAddress = (text: string, allowsHttp: boolean): boolean => {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || (allowsHttp && url.protocol === 'http:'))
}

/** Returns the errors of a webhook form by field. What is stored already may be left empty. */
export function wrongInWebhook(
  form: FormData,
  kind: WebhookKind,
  target: Webhook | undefined,
): Readonly<Record<string, string>> {
  const url = formText(form, 'url')
  const wrong: Record<string, string> = {}
  if (formText(form, 'name') === '') wrong['name'] = t('alerts:form.fix.name')
  if (kind.url_required && url === '' && target === undefined) wrong['url'] = t('alerts:webhooks.fix.url')
  if (kind.url_required && url !== '' && !isAddress(url, kind.allow_http)) {
    wrong['url'] = t(kind.allow_http ? 'alerts:webhooks.fix.http' : 'alerts:webhooks.fix.https')
  }
  for (const { key, required, type, secret } of kind.fields) {
    const isKept = secret && target !== undefined
    if (required && type === 'string' && !isKept && formText(form, `config.${key}`) === '') {
      wrong[`config.${key}`] = t('alerts:webhooks.fix.field')
    }
  }
  return wrong
}
