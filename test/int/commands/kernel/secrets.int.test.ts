import { systemVisibility } from '../../../../src/domain/access/system-visibility.js'
import { Effect } from 'effect'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSecrets } from '../../../../src/adapters/accounts/secrets.js'
import { commandRunner } from '../../../../src/commands/kernel/run.js'
import type { Vault } from '../../../../src/commands/ports/vault.js'
import { pushCommands } from '../../../../src/commands/push/push.js'
import { webhookSetups } from '../../../../src/commands/webhooks/setup.js'
import { webhookCommands } from '../../../../src/commands/webhooks/webhooks.js'
import { type Committer, StorageFailure } from '../../../../src/events/commit.js'
import { webhookStream } from '../../../../src/events/streams.js'
import { USER } from '../../../support/kernel/authors.js'
import { type Kernel, openKernel } from '../../../support/kernel/kernel.js'
import { outcomeOf } from '../../../support/kernel/outcome.js'

const MINE = { name: 'Mine', type: 'generic', url: 'https://hooks.example/a-secret-path' } as const

const KEYS = { publicKey: 'public', privateKey: 'private' }

let kernel: Kernel
let secrets: ReturnType<typeof openSecrets>
let vault: Vault
/** Which of the next writes fail. */
let disk: { vaultFails: boolean; logFails: boolean }
let complaints: unknown[]
beforeEach(() => {
  kernel = openKernel()
  disk = { vaultFails: false, logFails: false }
  complaints = []
  start()
})
afterEach(() => {
  secrets.close()
  return kernel.close()
})

const start = (): void => {
  secrets = openSecrets(kernel.folder, (line) => complaints.push(line))
  vault = secrets.vault
}
const names = (): readonly string[] => vault.names()
const logged = () => kernel.connection.prepare('select type from log order by position').pluck().all()

const open = () => {
  const { db } = kernel.projector
  const committer: Pick<Committer, 'submit'> = {
    submit: (unit, options) =>
      disk.logFails ? Promise.reject(new StorageFailure('full')) : kernel.committer.submit(unit, options),
  }
  const clock = { now: () => 0, monotonic: () => 0 }
  const { run } = commandRunner({ committer, clock, db })
  const failing: Vault = {
    ...vault,
    set: (name, value) => {
      // Only the secret fails: the marker of the change is written.
      if (disk.vaultFails && !name.startsWith('changing/')) throw new Error('the vault cannot be written')
      vault.set(name, value)
    },
  }
  const onError = (error: unknown): void => void complaints.push(error)
  const setups = webhookSetups({ vault: failing, db, onError })
  let ids = 0
  const deliver = () => Effect.succeed({ ok: true, status: 200, error: null, retryable: false })
  const webhooks = webhookCommands({ run, clock, db, setups, deliver, newId: () => `id${(ids += 1)}` })
  const push = pushCommands({
    run,
    db,
    vault: failing,
    push: { makeKeys: () => Promise.resolve(KEYS), seal: () => Promise.reject(new Error('unused')) },
    reach: 'machine',
    onError,
  })
  const made = async (more: object = {}): Promise<string> => {
    const id = await outcomeOf(webhooks.create({ ...MINE, ...more }, USER))
    if (typeof id !== 'string') throw new Error(id.message)
    return id
  }
  return { setups, webhooks, push, made }
}

describe('the secrets of a webhook', () => {
  it('are stored under a new revision with each change, and the old one is deleted', async () => {
    const { webhooks, setups, made } = open()
    const id = await made({ secret: 'one' })
    const first = names()
    await Effect.runPromise(webhooks.update(id, { secret: 'two' }, USER))
    expect(names()).toHaveLength(1)
    expect(names()).not.toEqual(first)
    expect(setups.of(id)).toMatchObject({ url: MINE.url, secret: 'two' })
    await outcomeOf(webhooks.remove(id, USER))
    expect(names()).toEqual([])
    expect(complaints).toEqual([])
  })

  it('are all kept after two concurrent changes', async () => {
    const { webhooks, setups, made } = open()
    const id = await made()
    await Promise.all([
      outcomeOf(webhooks.update(id, { secret: 'mine' }, USER)),
      outcomeOf(webhooks.update(id, { headers: { 'X-Team': 'yours' } }, USER)),
    ])
    expect(setups.of(id)).toMatchObject({ secret: 'mine', headers: { 'X-Team': 'yours' } })
  })

  it('leave the log and the vault unchanged if they cannot be written', async () => {
    const { webhooks, setups, made } = open()
    const id = await made({ secret: 'one' })
    const before = { names: names(), logged: logged() }
    disk.vaultFails = true
    await expect(outcomeOf(webhooks.update(id, { secret: 'two' }, USER))).rejects.toThrow('the vault cannot be written')
    await expect(outcomeOf(webhooks.create(MINE, USER))).rejects.toThrow('the vault cannot be written')
    expect({ names: names(), logged: logged() }).toEqual(before)
    expect(setups.of(id)).toMatchObject({ secret: 'one' })
  })

  it('are unchanged when the commit fails', async () => {
    const { webhooks, setups, made } = open()
    const id = await made({ secret: 'one' })
    const before = names()
    disk.logFails = true
    await expect(outcomeOf(webhooks.update(id, { secret: 'two' }, USER))).resolves.toBeInstanceOf(StorageFailure)
    await expect(outcomeOf(webhooks.remove(id, USER))).resolves.toBeInstanceOf(StorageFailure)
    await expect(outcomeOf(webhooks.create(MINE, USER))).resolves.toBeInstanceOf(StorageFailure)
    expect(names()).toEqual(before)
    expect(setups.of(id)).toMatchObject({ secret: 'one' })
  })

  it('of a rejected webhook are deleted', async () => {
    const { webhooks, made } = open()
    for (let n = 0; n < 50; n++) await made()
    expect(await outcomeOf(webhooks.create(MINE, USER))).toMatchObject({ code: 'INVALID_INPUT' })
    expect([names().length, logged().length]).toEqual([50, 50])
  })

  it('of changes that a crash interrupted are cleaned up at the next start', async () => {
    const { made } = open()
    const id = await made()
    const used = names()
    // Crashes before the commit of a creation, after that of an update, and before that of a removal.
    const removed = await made()
    for (const [owner, ...left] of [['never', 'webhook/never/r1'], [id, `webhook/${id}/old`], [removed]]) {
      vault.set(`changing/webhook/${owner ?? ''}`, true)
      for (const name of left) vault.set(name, {})
    }
    secrets.close()
    start()
    const { setups, webhooks } = open()
    await outcomeOf(setups.settleAll)
    expect(names()).toEqual([...used, ...names().filter((name) => name.startsWith(`webhook/${removed}/`))])
    expect(names()).toHaveLength(2)
    await Effect.runPromise(webhooks.remove(removed, USER))
    expect(complaints).toEqual([])
  })

  it('of a change that runs during the cleanup are kept', async () => {
    const { webhooks, setups, made } = open()
    const id = await made()
    await Promise.all([outcomeOf(webhooks.update(id, { secret: 'two' }, USER)), outcomeOf(setups.settleAll)])
    expect(setups.of(id)).toMatchObject({ secret: 'two' })
  })

  it('of an older release are read without a revision until the next change', async () => {
    const { webhooks, setups } = open()
    const data = {
      target: 'old',
      name: 'Old',
      targetType: 'generic',
      enabled: true,
      urlPreview: 'hooks.example/…',
      hasSecret: true,
      headerNames: [],
      config: {},
      secretFields: [],
      ruleIds: null,
    } as const
    await kernel.committer.submit((tx) => {
      tx.append(webhookStream('old'), { type: 'webhook-target-set', data, occurredAt: 0, ...USER })
    })
    vault.set('webhook/old', { url: MINE.url, secret: 'one', headers: {}, config: {} })
    expect(setups.of('old')).toMatchObject({ secret: 'one' })
    await outcomeOf(webhooks.update('old', { name: 'New' }, USER))
    expect(setups.of('old')).toMatchObject({ url: MINE.url, secret: 'one' })
    expect(names()).toHaveLength(1)
    expect(names()).not.toContain('webhook/old')
  })
})

it('the keys for push messages are made by the next call if they could not be stored', async () => {
  const { push } = open()
  disk.vaultFails = true
  await expect(push.publicKey()).rejects.toThrow('the vault cannot be written')
  disk.vaultFails = false
  expect(await Promise.all([push.publicKey(), push.publicKey()])).toEqual(['public', 'public'])
})

describe('the secrets of a push subscription', () => {
  const OWNER = { author: USER, own: systemVisibility }
  const subscription = {
    endpoint: 'https://push.example/a-secret-path',
    keys: { p256dh: `B${'a'.repeat(86)}`, auth: 'a'.repeat(22) },
  }

  it('are kept until it is deleted', async () => {
    const { push } = open()
    await outcomeOf(push.subscribe(subscription, OWNER))
    expect(names()).toHaveLength(1)
    await outcomeOf(push.unsubscribe(subscription.endpoint, OWNER))
    expect(names()).toEqual([])
    expect(logged()).toEqual(['push-subscribed', 'push-unsubscribed'])
  })

  it('are deleted if the subscription cannot be committed, and kept if its deletion cannot', async () => {
    const { push } = open()
    disk.logFails = true
    await expect(outcomeOf(push.subscribe(subscription, OWNER))).resolves.toBeInstanceOf(StorageFailure)
    expect(names()).toEqual([])
    disk.logFails = false
    await outcomeOf(push.subscribe(subscription, OWNER))
    disk.logFails = true
    await expect(outcomeOf(push.unsubscribe(subscription.endpoint, OWNER))).resolves.toBeInstanceOf(StorageFailure)
    expect(names()).toHaveLength(1)
  })
})
