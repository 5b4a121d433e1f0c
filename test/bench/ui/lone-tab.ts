import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { CHROMIUM, QUIETLY } from '../../support/browser/chromium.js'

/**
 * A window without an attached debugger. A page's process reports each network message to an attached debugger; with
 * many messages that takes a third of its time.
 */
export interface LoneTab {
  /** Returns the CPU seconds that its pages have used so far. */
  readonly processorSeconds: () => Promise<number>
  readonly close: () => Promise<void>
}

interface Answer {
  readonly id?: number
  readonly result?: { readonly processInfo?: readonly { readonly type: string; readonly cpuTime: number }[] }
}

const doorOf = (browser: ReturnType<typeof spawn>): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ''
    browser.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const door = /listening on (ws:\/\/\S+)/.exec(said)?.[1]
      if (door !== undefined) resolve(door)
    })
    browser.on('close', () => reject(new Error(`the browser ended:\n${said}`)))
  })

export const openAlone = async (url: string, folder: string): Promise<LoneTab> => {
  const own = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${folder}`, '--window-size=1280,900']
  const browser = spawn(CHROMIUM, [...QUIETLY, ...own, url], { stdio: ['ignore', 'ignore', 'pipe'] })
  const door = new WebSocket(await doorOf(browser))
  await once(door, 'open')
  let asked = 0
  const ask = (method: string): Promise<Answer> =>
    new Promise((resolve) => {
      asked += 1
      const id = asked
      const listen = (data: Buffer): void => {
        const answer: Answer = JSON.parse(data.toString())
        if (answer.id !== id) return
        door.off('message', listen)
        resolve(answer)
      }
      door.on('message', listen)
      door.send(JSON.stringify({ id, method }))
    })
  return {
    processorSeconds: async () => {
      const { result } = await ask('SystemInfo.getProcessInfo')
      return (result?.processInfo ?? [])
        .filter(({ type }) => type === 'renderer')
        .reduce((sum, { cpuTime }) => sum + cpuTime, 0)
    },
    close: async () => {
      const end = once(browser, 'close')
      await ask('Browser.close')
      await end
    },
  }
}
