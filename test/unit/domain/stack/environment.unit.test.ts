import fc from 'fast-check'
import { expect, it } from 'vitest'
import { stackVariables, withVariables } from '../../../../src/domain/stack/environment.js'

const profile = {
  ports: { WEB: 3000 },
  services: ['web'],
  dbPrefix: 'shop',
  redisBase: 4,
  envFile: '.env',
  laneDirs: ['var', 'tmp/up'],
  slots: { min: 1, max: 99 },
}
const place = {
  id: 7,
  slot: 2,
  ports: { web: 3102 },
  cwd: '/lanes/a',
  sourceRepo: '/shop',
  branch: 'feat/a',
  baseBranch: 'main',
  logDir: '/data/logs',
  runDir: '/data/run',
  profile,
}

it('a hook gets the names, paths and numbers of its lane', () => {
  expect(stackVariables(place)).toEqual({
    LANE_ID: '7',
    LANE_SLOT: '2',
    LANE_CWD: '/lanes/a',
    LANE_SOURCE_REPO: '/shop',
    LANE_BRANCH: 'feat/a',
    LANE_BASE_BRANCH: 'main',
    LANE_LOG_DIR: '/data/logs',
    LANE_RUN_DIR: '/data/run',
    LANE_DIRS: '/lanes/a/var:/lanes/a/tmp/up',
    DB_NAME: 'shop_2',
    DB_TEST_NAME: 'shop_2_test',
    REDIS_INDEX: '6',
    PORT_WEB: '3102',
  })
})

it('what a profile does not declare has no variable', () => {
  const without = stackVariables({ ...place, ports: {}, profile: { ...profile, dbPrefix: null, redisBase: null } })
  expect(Object.keys(without).filter((name) => !name.startsWith('LANE_'))).toEqual([])
})

it('an env file keeps the lines of the user, and its block is replaced', () => {
  const first = withVariables('TOKEN=mine', { A: '1', B: "it's $HOME" })
  expect(first).toBe(
    `TOKEN=mine\n# switchyard: start of the variables of this lane\nA=1\nB='it'\\''s $HOME'\n# switchyard: end\n`,
  )
  expect(withVariables(`${first}LAST=1\n`, { A: '2' })).toBe(
    'TOKEN=mine\n# switchyard: start of the variables of this lane\nA=2\n# switchyard: end\nLAST=1\n',
  )
})

it('writing an env file twice changes nothing, whatever is in it', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const once = withVariables(text, { A: '1' })
      expect(withVariables(once, { A: '1' })).toBe(once)
    }),
  )
})
