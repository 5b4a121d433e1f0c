import { describe, expect, it } from 'vitest'
import { newUpdate, stateOfUpdate, withStep } from '../../../../src/domain/agent-config/update-job.js'

const plugin = (name: string) => ({ key: `${name}@house`, name, scope: 'user', project: null })
const HOUR = 3_600_000

describe('an update of all plugins', () => {
  const job = newUpdate('1', [plugin('switchyard'), plugin('kit')], 1000)

  it('has the marketplaces first, the own plugin last, and then one reload', () => {
    expect(job.steps.map(({ name }) => name)).toEqual(['marketplaces', 'kit@house', 'switchyard@house', 'reload'])
    expect(job.steps.every(({ state }) => state === 'pending')).toBe(true)
  })

  it('says of each step what became of it', () => {
    const failed = withStep(withStep(job, 0, { state: 'running' }, 1500), 0, { state: 'failed', message: 'no' }, 2000)
    expect(failed.steps[0]).toEqual({ name: 'marketplaces', state: 'failed', message: 'no' })
    expect([failed.newsAt, failed.startedAt]).toEqual([2000, 1000])
  })

  it('is abandoned after an hour without news, or when nothing runs it', () => {
    expect(stateOfUpdate(job, true, 1000 + HOUR)).toEqual({ running: true, abandoned: false })
    expect(stateOfUpdate(job, true, 1001 + HOUR)).toEqual({ running: false, abandoned: true })
    expect(stateOfUpdate(job, false, 1000)).toEqual({ running: false, abandoned: true })
    expect(stateOfUpdate({ ...job, endedAt: 2000 }, false, 9 * HOUR)).toEqual({ running: false, abandoned: false })
  })
})
