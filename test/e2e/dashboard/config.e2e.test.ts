import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { described, writeTree } from '../../support/agent-config/tree.js'
import { inChromium, useStage } from '../../support/browser/stage.js'

inChromium('The configuration of the agents', () => {
  const stage = useStage({
    before: ({ claudeHome, codexHome, folder }) => {
      writeTree(claudeHome, {
        'skills/money/SKILL.md': described('Integer cents'),
        'skills/same/SKILL.md': described('Of the user'),
        'CLAUDE.md': '# Rules\nAPI_KEY=t0ps3cret\n',
        'settings.json': { model: 'sonnet', hooks: { Stop: [{ hooks: [{ type: 'command', command: './none.sh' }] }] } },
        '.claude.json': {
          mcpServers: { issues: { type: 'http', url: 'https://mcp.example.org', headers: { Auth: 'x' } } },
        },
      })
      writeTree(codexHome, { 'config.toml': 'model = "gpt-5.4"\n' })
      writeTree(join(folder, 'shop'), {
        '.claude/skills/same/SKILL.md': described('Of the project'),
        '.claude/settings.json': { model: 'opus' },
      })
    },
  })
  const mine = (path: string) => join(stage.places.claudeHome, path)
  const project = () => encodeURIComponent(join(stage.places.folder, 'shop'))

  it('is counted by source, with what needs a look', async () => {
    const page = await stage.open(`/config?project=${project()}`)
    await page.getByRole('row', { name: 'Skills 2 1 None 1 overridden' }).waitFor()
    await page.getByRole('row', { name: 'Hooks 1 None None 1 script missing' }).waitFor()
    await page.getByRole('link', { name: 'Skills', exact: true }).click()
    await page.getByRole('link', { name: /^same Overridden Of the project/ }).click()
    await page.getByText('Not used: User has the same name and wins').waitFor()
    await page.goto(`${stage.url()}/config?kind=settings&project=${project()}`)
    await page.getByRole('row', { name: 'model opus over sonnet (User) Project' }).waitFor()
  })

  it('has settings that are changed in the file of choice, and undone', async () => {
    const page = await stage.open(`/config?kind=settings&project=${project()}`)
    await page.getByRole('button', { name: 'Edit model' }).click()
    await page.getByLabel('Value').fill('haiku')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: 'model haiku over sonnet (User) Project' }).waitFor()
    const settings = join(stage.places.folder, 'shop', '.claude', 'settings.json')
    expect(JSON.parse(readFileSync(settings, 'utf8'))).toEqual({ model: 'haiku' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('row', { name: 'model opus over sonnet (User) Project' }).waitFor()
    await page.getByRole('button', { name: 'Add setting' }).click()
    await page.getByRole('dialog').getByLabel('Setting').fill('permissions.allow')
    await page.getByLabel('Value').fill('["Bash(npm test:*)"]')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: /^permissions\.allow \["Bash\(npm test:\*\)"\] User/ }).waitFor()
    expect(JSON.parse(readFileSync(mine('settings.json'), 'utf8'))).toMatchObject({
      permissions: { allow: ['Bash(npm test:*)'] },
    })
  })

  it('is edited with its secrets, kept in a copy, and undone', async () => {
    const page = await stage.open('/config?kind=memory')
    await page.getByRole('link', { name: 'CLAUDE.md' }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    const text = page.getByLabel('Text of CLAUDE.md')
    await text.fill('# New\nAPI_KEY=[hidden]\n')
    await text.press('Control+s')
    await page.getByText('Saved CLAUDE.md. New sessions use it.').waitFor()
    expect(readFileSync(mine('CLAUDE.md'), 'utf8')).toBe('# New\nAPI_KEY=t0ps3cret\n')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => readFileSync(mine('CLAUDE.md'), 'utf8')).toBe('# Rules\nAPI_KEY=t0ps3cret\n')
    await page.getByRole('button', { name: 'Backups' }).click()
    await page.getByText('# New').waitFor()
    expect(await page.content()).not.toContain('t0ps3cret')
  })

  it('is not overwritten when it has changed on disk meanwhile', async () => {
    const page = await stage.open('/config?kind=skills&item=user%3Amoney')
    await page.getByRole('button', { name: 'Edit' }).click()
    writeFileSync(mine('skills/money/SKILL.md'), described('Theirs'))
    await page.getByLabel('Text of money').fill('mine')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The file changed on disk meanwhile. Nothing was saved.').waitFor()
    expect(readFileSync(mine('skills/money/SKILL.md'), 'utf8')).toBe(described('Theirs'))
    await page.getByRole('button', { name: 'Overwrite' }).click()
    await expect.poll(() => readFileSync(mine('skills/money/SKILL.md'), 'utf8')).toBe('mine')
  })

  it('gets new files and loses them', async () => {
    const page = await stage.open('/config?kind=agents')
    await page.getByText('No agents').waitFor()
    await page.getByRole('button', { name: 'New agent' }).click()
    await page.getByLabel('Name').fill('team/reviewer')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'team/reviewer' }).waitFor()
    expect(readFileSync(mine('agents/team/reviewer.md'), 'utf8')).toContain('name: reviewer')
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No agents').waitFor()
    expect(existsSync(mine('agents/team/reviewer.md'))).toBe(false)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: 'team/reviewer' }).waitFor()
  })

  it('has servers, and takes one with a secret that is never shown again', async () => {
    const page = await stage.open('/config?kind=mcp')
    await page.getByText('https://mcp.example.org').waitFor()
    await page.getByRole('button', { name: 'Add server' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('issues')
    await dialog.getByLabel('URL').fill('https://tracker.example.org')
    await dialog.getByLabel('Headers').fill('Authorization: Bearer t0ps3cret')
    await dialog.getByRole('button', { name: 'Add server' }).click()
    await dialog.getByText('Already taken').or(dialog.getByText('issues exists already')).waitFor()
    await dialog.getByLabel('Name').fill('tracker')
    await dialog.getByRole('button', { name: 'Add server' }).click()
    await page.getByText('Added tracker. New sessions use it.').waitFor()
    await page.getByText('https://tracker.example.org').waitFor()
    expect(readFileSync(mine('.claude.json'), 'utf8')).toContain('Bearer t0ps3cret')
    expect(await page.content()).not.toContain('t0ps3cret')
  })

  it('has keys, which are bound, changed, removed, and undone', async () => {
    const bound = () => JSON.parse(readFileSync(mine('keybindings.json'), 'utf8')) as { bindings: unknown }
    const page = await stage.open('/config?kind=keybindings')
    await page.getByText('No keys are bound by you').waitFor()
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Bind a key' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Enter a key').waitFor()
    await dialog.getByLabel('Key').fill('ctrl+s')
    await dialog.getByLabel('Action').fill('chat:stash')
    await dialog.getByLabel('Context').fill('Chat')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: 'ctrl+s chat:stash Chat' }).waitFor()
    expect(bound()).toEqual({ bindings: [{ context: 'Chat', bindings: { 'ctrl+s': 'chat:stash' } }] })
    await page.getByRole('button', { name: 'Edit ctrl+s' }).click()
    await dialog.getByLabel('Action').fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: 'ctrl+s Does nothing Chat' }).waitFor()
    await page.getByRole('button', { name: 'Edit ctrl+s' }).click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No keys are bound by you').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByRole('row', { name: 'ctrl+s Does nothing Chat' }).waitFor()
  })

  it('of Codex has its own kinds', async () => {
    const page = await stage.open('/config')
    await page.getByRole('link', { name: 'Codex' }).click()
    await page
      .getByRole('link', { name: /^config\.toml/ })
      .first()
      .click()
    await page.getByRole('row', { name: 'model gpt-5.4 User' }).waitFor()
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Text of config.toml').fill('model = [')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^content: line/).waitFor()
    expect(readFileSync(join(stage.places.codexHome, 'config.toml'), 'utf8')).toBe('model = "gpt-5.4"\n')
  })
})
