import { readFileSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ask } from '../../support/http/ask.js'
import { newPlaces, runCli, type ServiceProcess, startProcess } from '../../support/process/service-process.js'

const ROUNDS = 50
const SERVICES = 2
const IN_FLIGHT = 8

interface Posted {
  readonly acknowledged: Set<number>
  readonly sent: Set<number>
}

interface Lost {
  readonly round: number
  readonly sent: readonly number[]
  readonly unacknowledged: readonly number[]
}

const send = async (url: string, round: number, n: number): Promise<boolean> => {
  const headers = { 'x-svc-delivery': `crash-${round}-${n}` }
  const body = { hook_type: 'CrashTest', data: { session_id: `crash-${round}`, n } }
  const answer = await ask(url, '/api/hooks', { method: 'POST', headers, body }).catch(() => null)
  return answer?.status === 200
}

/** Posts numbered hooks, several in flight, until the service exits. */
const flood = async (service: ServiceProcess, round: number): Promise<Posted> => {
  const posted: Posted = { acknowledged: new Set(), sent: new Set() }
  let gone = false
  service.child.once('exit', () => {
    gone = true
  })
  let next = 0
  const worker = async (): Promise<void> => {
    while (!gone) {
      const n = next++
      posted.sent.add(n)
      if (await send(service.url, round, n)) posted.acknowledged.add(n)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
  return posted
}

const stored = (dataDir: string, round: number): number[] => {
  const database = new Database(join(dataDir, 'switchyard.db'), { readonly: true })
  try {
    return (
      database
        .prepare(
          `select l.data from p_event e join log l on l.position = e.id join stream s on s.id = e.stream where s.name = ?`,
        )
        .all(`session-crash-${round}`) as { data: string }[]
    )
      .map(({ data }) => (JSON.parse(data) as { payload: { n: number } }).payload.n)
      .toSorted((a, b) => a - b)
  } finally {
    database.close()
  }
}

// Pseudo-random delay in ms, the same in every run.
const moment = (round: number): number => 5 + ((round * 7919) % 495)

// Services side by side: one starts while another ingests.
describe.concurrent.each(Array.from({ length: SERVICES }, (_, index) => index))('killed service %i', (first) => {
  it(`neither loses nor duplicates an acknowledged hook in ${ROUNDS / SERVICES} rounds of kill -9 during ingest`, {
    timeout: 300_000,
  }, async ({ onTestFinished }) => {
    const places = newPlaces()
    onTestFinished(places.remove)
    let lost: Lost = { round: -1, sent: [], unacknowledged: [] }
    const restart = async (): Promise<ServiceProcess> => {
      const service = await startProcess(places.env)
      // Retry unacknowledged hooks under the same delivery id, as the forwarder's spool does.
      for (const n of lost.unacknowledged) expect(await send(service.url, lost.round, n)).toBe(true)
      expect(stored(places.dataDir, lost.round)).toEqual(lost.sent)
      return service
    }
    let total = 0
    for (let round = first; round < ROUNDS; round += SERVICES) {
      const service = await restart()
      const flooding = flood(service, round)
      // The time of the kill is the test's input, so this waits for a time and not for a condition.
      await new Promise((resolve) => setTimeout(resolve, moment(round)))
      await service.kill()
      const { acknowledged, sent } = await flooding

      const kept = stored(places.dataDir, round)
      const isOnce = (n: number) => kept.indexOf(n) >= 0 && kept.indexOf(n) === kept.lastIndexOf(n)
      expect(
        [...acknowledged].filter((n) => !isOnce(n)),
        `round ${round}: acknowledged, not there once`,
      ).toEqual([])
      expect(
        kept.filter((n) => !sent.has(n) || !isOnce(n)),
        `round ${round}: there, never sent or doubled`,
      ).toEqual([])
      total += acknowledged.size
      lost = { round, sent: [...sent], unacknowledged: [...sent].filter((n) => !acknowledged.has(n)) }
    }
    expect(await (await restart()).stop()).toBe(0)
    expect(total).toBeGreaterThan(ROUNDS)
    const verified = await runCli(['verify', '--json'], places.env)
    expect([verified.code, (JSON.parse(verified.out) as { integrity: string }).integrity]).toEqual([0, 'ok'])
  })
})

/** Keeps what is written from now on in the write-ahead log: no checkpoint passes an open read. */
const holdBackCheckpoints = (dataDir: string): Database.Database => {
  const reader = new Database(join(dataDir, 'switchyard.db'), { readonly: true })
  reader.exec('begin')
  reader.prepare('select count(*) from log').get()
  return reader
}

/** Where the valid frames of a write-ahead log end, in bytes: what follows is left from before its last restart. */
const endOfFrames = (wal: Buffer): number => {
  const frame = 24 + wal.readUInt32BE(8)
  const salts = wal.subarray(16, 24)
  let end = 32
  while (end + frame <= wal.length && wal.subarray(end + 8, end + 16).equals(salts)) end += frame
  return end
}

describe('a service whose database was damaged', () => {
  it('says how many of the stored events are missing', async ({ onTestFinished }) => {
    const places = newPlaces()
    onTestFinished(places.remove)
    const service = await startProcess(places.env)
    const wal = join(places.dataDir, 'switchyard.db-wal')
    const reader = holdBackCheckpoints(places.dataDir)
    const start = endOfFrames(readFileSync(wal))
    for (let n = 0; n < 100; n++) expect(await send(service.url, 1, n)).toBe(true)
    await service.kill()
    reader.close()
    const bytes = readFileSync(wal)
    const middle = (start + endOfFrames(bytes)) >> 1
    writeFileSync(wal, bytes.fill(0xff, middle, middle + 64))

    const again = await startProcess(places.env)
    onTestFinished(() => void again.child.kill('SIGKILL'))
    const { json } = await ask(again.url, '/api/health', {})
    const missing = (json as { lost_events?: { missing: number } }).lost_events?.missing ?? 0
    expect(missing).toBeGreaterThan(0)
    expect(missing).toBeLessThan(110)
    expect(again.log()).toContain(`up to ${missing} stored events are missing`)
    const doctor = await runCli(['doctor'], places.env)
    expect([doctor.code, doctor.out]).toEqual([1, expect.stringContaining(`up to ${missing} stored events`)])
    expect(await again.stop()).toBe(0)
  })
})
