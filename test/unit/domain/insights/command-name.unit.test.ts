import { describe, expect, it } from 'vitest'
import { commandName } from '../../../../src/domain/insights/command-name.js'

describe('the name under which a shell command is counted', () => {
  it.each([
    ['npm run test:int -- --watch', 'npm run test:int'],
    ['git push origin main', 'git push origin'],
    ['docker compose up -d', 'docker compose up'],
    ['cd /home/ada/shop && npx tsc --noEmit', 'npx tsc'],
    ['CI=1 npm test', 'npm test'],
    ['/usr/bin/rg "a secret" src', 'rg'],
    ['cat /etc/passwd', 'cat'],
    ['"quoted program"', ''],
    ['', ''],
  ])('of %j is %j', (command, name) => expect(commandName(command)).toBe(name))
})
