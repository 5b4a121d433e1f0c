/** The output of a command, and its exit code if the tool reports it. */
interface ShellOutput {
  readonly text: string
  readonly exitCode: number | null
}

/** Codex writes a header before the output: the duration, the exit code, and `Output:`. */
const HEAD =
  /^(?:(?:Chunk ID|Wall time|Exit code|Process exited with code|Process running|Original token count|Total output lines)\b.*\n)+Output:\n?/
const CODE = /^(?:Exit code:? |Process exited with code )(-?\d+)/m

/** Returns the output of a command without what its tool added. */
export function shellOutput(output: string): ShellOutput {
  const enveloped = envelopeIn(output)
  if (enveloped !== undefined) return enveloped
  const head = HEAD.exec(output)?.[0]
  if (head !== undefined) return { text: output.slice(head.length), exitCode: codeIn(head) }
  // Claude Code writes the exit code of a failed command before its output.
  const first = /^Exit code (\d+)\n?/.exec(output)
  return first === null
    ? { text: output, exitCode: null }
    : { text: output.slice(first[0].length), exitCode: Number(first[1]) }
}

const codeIn = (text: string): number | null => {
  const code = CODE.exec(text)?.[1]
  return code === undefined ? null : Number(code)
}

interface Envelope {
  readonly output?: unknown
  readonly metadata?: { readonly exit_code?: unknown } | null
}

/** Older releases of Codex wrote the output as JSON. */
function envelopeIn(output: string): ShellOutput | undefined {
  if (!output.startsWith('{"output"')) return undefined
  try {
    const envelope: Envelope = JSON.parse(output)
    const code = envelope.metadata?.exit_code
    if (typeof envelope.output !== 'string') return undefined
    return { text: envelope.output, exitCode: typeof code === 'number' ? code : null }
  } catch {
    return undefined
  }
}
