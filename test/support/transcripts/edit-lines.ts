/** When the first line was written. */
export const START = Date.parse('2026-11-01T10:00:00.000Z')

/** Returns the time some seconds after the first line. */
export const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString()

/** Returns functions that write lines of a transcript of Claude Code: prompts and edits. */
export const editLines = (sessionId: string, cwd: string) => {
  const line = (value: object): string => `${JSON.stringify({ sessionId, cwd, ...value })}\n`
  return {
    line,
    prompt: (seconds: number, content: string): string =>
      line({ type: 'user', timestamp: at(seconds), message: { role: 'user', content } }),
    /** A call and its result, a second later. */
    call: (
      seconds: number,
      id: string,
      name: string,
      input: object,
      structuredPatch: readonly object[],
      is_error = false,
    ): string =>
      line({
        type: 'assistant',
        timestamp: at(seconds),
        message: {
          id: `m-${id}`,
          role: 'assistant',
          model: 'claude-haiku-4-5',
          usage: { input_tokens: 1000, output_tokens: 100 },
          content: [{ type: 'tool_use', id, name, input }],
        },
      }) +
      line({
        type: 'user',
        timestamp: at(seconds + 1),
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'x', is_error }] },
        toolUseResult: { structuredPatch },
      }),
  }
}
