import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  HIDDEN,
  patchWithSecrets,
  withoutSecrets,
  withoutSecretText,
  withSecretsOf,
} from '../../../../src/domain/agent-config/hidden.js'

const KEY = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz'

describe('secrets in values', () => {
  it('are what stands below a secret name, in any case, and tokens of vendors anywhere', () => {
    expect(
      withoutSecrets({
        env: { API_KEY: 'a', Editor: 'vi', EMPTY_TOKEN: '' },
        authToken: ['a', { b: 'c' }],
        n: { key: 5 },
      }),
    ).toEqual({
      env: { API_KEY: HIDDEN, Editor: 'vi', EMPTY_TOKEN: '' },
      authToken: [HIDDEN, { b: HIDDEN }],
      n: { key: 5 },
    })
    expect(withoutSecrets({ note: `use ${KEY} here` })).toEqual({ note: `use ${HIDDEN} here` })
  })
})

describe('secrets in texts', () => {
  it.each([
    ['API_KEY=abc', 'API_KEY=[hidden]'],
    ['export DB_PASSWORD="a b"', 'export DB_PASSWORD="[hidden]"'],
    ["x_token = 'a'", "x_token = '[hidden]'"],
    ['{"apiKey": "a\\"b", "model": "x"}', '{"apiKey": "[hidden]", "model": "x"}'],
    ['AUTH_TOKEN: abc', 'AUTH_TOKEN: [hidden]'],
    [`see ${KEY}.`, 'see [hidden].'],
    ['Authorization: Bearer', 'Authorization: Bearer'],
    ['The key: never guess', 'The key: never guess'],
    ['token=$TOKEN', 'token=$TOKEN'],
    ['EDITOR=vi', 'EDITOR=vi'],
    ['npx guard --token abc --fast', 'npx guard --token [hidden] --fast'],
    ['run --api-key=abc', 'run --api-key=[hidden]'],
    ['run --token --fast', 'run --token --fast'],
  ])('%s is shown as %s', (text, shown) => {
    expect(withoutSecretText(text)).toBe(shown)
  })

  it('come back where the placeholder is sent back', () => {
    const old = `A_KEY=1\nB_KEY="2"\nuse ${KEY}\nA_KEY=3\n`
    const shown = withoutSecretText(old)
    expect(withSecretsOf(shown, old)).toBe(old)
    expect(withSecretsOf(shown.replace('B_KEY="[hidden]"', 'B_KEY="new"'), old)).toBe(old.replace('"2"', '"new"'))
    expect(withSecretsOf(`first\n${shown}`, old)).toBe(`first\n${old}`)
    expect(withSecretsOf('C_KEY=[hidden]', 'A_KEY=1')).toBeNull()
  })

  it('come back in every text', () => {
    const part = fc.oneof(
      fc.constantFrom(
        'A_KEY=',
        'token: ',
        '"secret": "',
        '"',
        "'",
        '\n',
        ' = ',
        KEY,
        'x',
        '--token ',
        '--key=',
        'PASSWORD',
        '=',
        'auth',
        ' ',
      ),
      fc.string({ maxLength: 6 }),
    )
    const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(
        text.filter((one) => !one.includes(HIDDEN)),
        (old) => {
          expect(withSecretsOf(withoutSecretText(old), old)).toBe(old)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('come back in patches', () => {
    const old = { env: { A_TOKEN: 'a', B: 'b' } }
    expect(patchWithSecrets({ env: { A_TOKEN: HIDDEN, B: 'c' } }, old)).toEqual({
      patch: { env: { A_TOKEN: 'a', B: 'c' } },
    })
    expect(patchWithSecrets({ env: { C_TOKEN: HIDDEN } }, old)).toBeNull()
    const command = { hook: 'A_KEY=1 run --fast' }
    expect(withoutSecrets(command)).toEqual({ hook: 'A_KEY=[hidden] run --fast' })
    expect(patchWithSecrets({ hook: 'A_KEY=[hidden] run' }, command)).toEqual({ patch: { hook: 'A_KEY=1 run' } })
    expect(patchWithSecrets({ hook: 'B_KEY=[hidden] run' }, command)).toBeNull()
    expect(patchWithSecrets({ env: null }, old)).toEqual({ patch: { env: null } })
  })
})
