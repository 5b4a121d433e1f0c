/** The protocol of a thread that echoes its requests. */
export interface EchoProtocol {
  readonly asks: {
    echo(text: string): string
    later(text: string): Promise<string>
    never(): Promise<string>
  }
  readonly streams: {
    /** Yields the numbers from `from` to `to`, exclusive. */
    count(from: number, to: number): Iterator<number, void, undefined>
  }
  readonly news: string
  readonly reports: string
}
