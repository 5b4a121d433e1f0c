/** What answers show in place of a secret. A client that sends it back means the value that is there. */
export const HIDDEN = '[hidden]'

const SECRET_NAME = /key|token|secret|password|credential|auth|cookie/i

/** Tokens that vendors begin with a known prefix, wherever they stand in a text. */
const VENDOR_TOKEN =
  /\b(?:sk-[A-Za-z0-9_-]{16,}|sk_(?:live|test)_[A-Za-z0-9]{16,}|rk_(?:live|test)_[A-Za-z0-9]{16,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{16,}|xox[abeoprs]-[A-Za-z0-9-]{10,}|AKIA[A-Z0-9]{16}|ASIA[A-Z0-9]{16}|AIza[A-Za-z0-9_-]{30,}|npm_[A-Za-z0-9]{30,}|hf_[A-Za-z0-9]{20,}|xai-[A-Za-z0-9]{20,}|gsk_[A-Za-z0-9]{20,}|pypi-[A-Za-z0-9_-]{20,}|svc[tp]_[A-Za-z0-9_-]{16,}|eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,})/g

/** Whether the value of a member with this name is a secret (supplement-server 24.5). */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name)

/** Returns a text without the tokens in it that vendors mark as such. */
export const withoutTokens = (text: string): string => text.replace(VENDOR_TOKEN, HIDDEN)

/** Returns a parsed value without its secrets: texts below a secret name, and secrets in other texts. */
export const withoutSecrets = (value: unknown, isBelowSecret = false): unknown => {
  if (typeof value === 'string') return isBelowSecret && value !== '' ? HIDDEN : withoutSecretText(value)
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, isBelowSecret))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutSecrets(member, isBelowSecret || isSecretName(name))]),
  )
}

/**
 * An assignment in a text: `NAME=value` of a shell or an environment file, `name = "value"` of TOML, `"name": "value"` of JSON, and
 * `name: value` of a header or YAML in which the value has no spaces.
 */
const ASSIGNMENT =
  /(["']?)(?<![A-Za-z0-9_.-])([A-Za-z_][A-Za-z0-9_.-]*)\1([ \t]*[=:][ \t]*)(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|([^\s"'`,;(){}[\]<>$]+))/g

/** An option of a command, with the word after it. */
const OPTION = /(?<![\w-])--?([A-Za-z][\w-]*)[ =]+(?!-)([^\s"'`$[\]{}]+)/g

interface Found {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** Returns where secrets stand in a text, in order, without overlaps. */
const secretsIn = (text: string): readonly Found[] => {
  const found: Found[] = []
  // Most texts have none, and the search for assignments is slow.
  const named = SECRET_NAME.test(text) ? text : ''
  for (const match of named.matchAll(ASSIGNMENT)) {
    const [whole, , name = '', , double, single, bare] = match
    const value = double ?? single ?? bare ?? ''
    if (value === '' || !isSecretName(name)) continue
    // YAML and prose have colons too: only what is quoted, or a name that is nothing else, is hidden there.
    const isColon = (match[3] ?? '').includes(':')
    if (isColon && bare !== undefined && !/^[A-Z0-9_]+$/.test(name) && !VENDOR_LIKE.test(bare)) continue
    const quoted = bare === undefined ? 1 : 0
    const end = match.index + whole.length - quoted
    found.push({ name, start: end - value.length, end })
  }
  for (const match of named.matchAll(OPTION)) {
    const [whole, name = '', value = ''] = match
    const end = match.index + whole.length
    if (isSecretName(name)) found.push({ name, start: end - value.length, end })
  }
  for (const match of text.matchAll(VENDOR_TOKEN))
    found.push({ name: '', start: match.index, end: match.index + match[0].length })
  // Of two that overlap, the one that starts first, or else the longer one.
  const kept: Found[] = []
  for (const one of found.toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (one.start >= (kept.at(-1)?.end ?? 0)) kept.push(one)
  return kept
}
const VENDOR_LIKE = new RegExp(VENDOR_TOKEN.source)

/** Returns a text without its secrets. */
export const withoutSecretText = (text: string): string => hiddenIn(text).shown

/** Returns a text without its secrets, and the secrets in order. */
const hiddenIn = (text: string): { readonly shown: string; readonly values: readonly string[] } => {
  const values: string[] = []
  let shown = ''
  let at = 0
  for (const { start, end } of secretsIn(text)) {
    shown += text.slice(at, start) + HIDDEN
    values.push(text.slice(start, end))
    at = end
  }
  return { shown: shown + text.slice(at), values }
}

/** A line of the shown text, with the values that it hides. */
interface HidingLine {
  readonly shown: string
  readonly values: readonly string[]
}

/** Groups lines by a key, the last one first, so that the first one is popped. */
const queues = (lines: readonly HidingLine[], keyOf: (line: HidingLine) => string): Map<string, HidingLine[]> => {
  const queues = new Map<string, HidingLine[]>()
  for (const line of lines.toReversed()) {
    const queue = queues.get(keyOf(line))
    if (queue === undefined) queues.set(keyOf(line), [line])
    else queue.push(line)
  }
  return queues
}

/** What stands directly before each placeholder of a line: the name that is assigned, if there is one. */
const namesIn = (line: string): readonly string[] =>
  line
    .split(HIDDEN)
    .slice(0, -1)
    .map((before) => ASSIGNED_NAME.exec(before)?.[1] ?? '')
const ASSIGNED_NAME = /(?<![A-Za-z0-9_.-])([A-Za-z_][A-Za-z0-9_.-]*)["']?[ \t]*[=:][ \t]*["']?$/

/**
 * Returns an edited text in which each placeholder is the value that it hid in the old text: that of the same line, or else of the
 * same name. Null if a placeholder hid nothing, so that nobody saves the placeholder itself.
 */
export const withSecretsOf = (edited: string, old: string): string | null => {
  const { shown, values } = hiddenIn(old)
  let next = 0
  const lines: HidingLine[] = shown.split('\n').flatMap((line) => {
    const start = next
    next += line.split(HIDDEN).length - 1
    return next === start ? [] : [{ shown: line, values: values.slice(start, next) }]
  })
  const taken = new Set<HidingLine>()
  const [byText, byNames] = [
    queues(lines, (line) => line.shown),
    queues(lines, (line) => namesIn(line.shown).join('\n')),
  ]

  /** Takes the first line of a queue that is not taken. */
  const take = (queue: HidingLine[] | undefined): HidingLine | undefined => {
    let line = queue?.pop()
    while (line !== undefined && taken.has(line)) line = queue?.pop()
    if (line !== undefined) taken.add(line)
    return line
  }
  const filled = (line: string, given: readonly string[]): string =>
    line
      .split(HIDDEN)
      .map((part, index) => part + (given[index] ?? ''))
      .join('')

  const same = edited.split('\n').map((line) => {
    const found = line.includes(HIDDEN) ? take(byText.get(line)) : undefined
    return found === undefined
      ? { line, isOpen: line.includes(HIDDEN) }
      : { line: filled(line, found.values), isOpen: false }
  })
  let isKnown = true
  const restored = same.map(({ line, isOpen }) => {
    if (!isOpen) return line
    const found = take(byNames.get(namesIn(line).join('\n')))
    isKnown &&= found !== undefined
    return filled(line, found?.values ?? [])
  })
  return isKnown ? restored.join('\n') : null
}

/** Returns a merge patch in which placeholders are the values that are there. Null if a placeholder hides nothing. */
export const patchWithSecrets = (patch: unknown, old: unknown): { readonly patch: unknown } | null => {
  if (typeof patch === 'string' && patch.includes(HIDDEN)) {
    if (typeof old !== 'string') return null
    const given = patch === HIDDEN ? old : withSecretsOf(patch, old)
    return given === null ? null : { patch: given }
  }
  if (typeof patch !== 'object' || patch === null) return { patch }
  if (Array.isArray(patch)) {
    const items = patch.map((item, index) => patchWithSecrets(item, Array.isArray(old) ? old[index] : undefined))
    return items.includes(null) ? null : { patch: items.map((item) => item?.patch) }
  }
  const members: [string, unknown][] = []
  for (const [name, member] of Object.entries(patch)) {
    const given = patchWithSecrets(member, memberOf(old, name))
    if (given === null) return null
    members.push([name, given.patch])
  }
  return { patch: Object.fromEntries(members) }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
