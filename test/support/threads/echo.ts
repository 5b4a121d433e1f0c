/** The conversation with a thread that repeats what it is asked. */
export interface EchoProtocol {
  readonly asks: {
    echo(text: string): string
    later(text: string): Promise<string>
    never(): Promise<string>
  }
  readonly streams: {
    /** Yields the numbers from `from` up to, but without, `to`. */
    count(from: number, to: number): Iterator<number, void, undefined>
  }
  readonly news: string
  readonly reports: string
}
