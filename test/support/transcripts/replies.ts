/** Returns a transcript of `count` replies, a second apart, each with ten input and five output tokens. */
export const replies = (session: string, count: number, extra: object = {}): string =>
  Array.from({ length: count }, (_, n) => {
    const reply = {
      type: 'assistant',
      sessionId: session,
      uuid: `${session}-${n}`,
      timestamp: new Date(Date.UTC(2026, 9, 1) + n * 1000).toISOString(),
      message: {
        id: `msg_${session}_${n}`,
        role: 'assistant',
        model: 'claude-sonnet-4-5',
        content: [{ type: 'text', text: `word ${n}` }],
        usage: { input_tokens: 10, output_tokens: 5 },
      },
      ...extra,
    }
    return `${JSON.stringify(reply)}\n`
  }).join('')
