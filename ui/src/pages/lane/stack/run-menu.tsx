import { useMutation } from '@tanstack/react-query'
import { ChevronDown, Play } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { Confirm } from '../../../kit/confirm.js'
import { Menu, MenuItem } from '../../../kit/menu.js'
import { notify } from '../../../kit/notices.js'
import type { Hook, Stack } from './queries.js'

interface RunMenuProps {
  readonly id: string
  readonly stack: Stack
  readonly hooks: readonly Hook[]
  readonly onDone: () => Promise<unknown>
}

/** Runs a hook of the profile. Dropping the databases asks first. */
export function RunMenu({ id, stack, hooks, onDone }: RunMenuProps) {
  const t = useWords()
  const [dropping, setDropping] = useState(false)
  const run = useMutation({
    mutationFn: (name: Hook['hook']) => call('POST /api/lanes/:id/hook/:name', { params: { id, name }, body: {} }),
    onSuccess: () => setDropping(false),
    onError: (error, name) => name !== 'db-drop' && notify(advice(error)),
    onSettled: onDone,
  })
  const available = hooks.filter(({ available: has }) => has)
  if (available.length === 0) return null
  return (
    <>
      <Menu
        trigger={
          <button type="button" className={buttons['button']}>
            <Play size={13} aria-hidden />
            {t('stack:run')}
            <ChevronDown size={13} aria-hidden />
          </button>
        }
      >
        {available.map(({ hook, running }) => (
          <MenuItem
            key={hook}
            disabled={running !== null}
            isDanger={hook === 'db-drop'}
            end={running === null ? undefined : t('stack:hook.running')}
            onSelect={() => (hook === 'db-drop' ? setDropping(true) : run.mutate(hook))}
          >
            {hook}
          </MenuItem>
        ))}
      </Menu>
      {dropping && (
        <Confirm
          title={t('stack:drop.title')}
          action={t('stack:drop.action')}
          busy={run.isPending}
          error={run.error === null ? undefined : advice(run.error)}
          onConfirm={() => run.mutate('db-drop')}
          onClose={() => setDropping(false)}
        >
          {t('stack:drop.says', {
            names: stack.database === null ? '–' : `${stack.database.name}, ${stack.database.testName}`,
          })}
        </Confirm>
      )}
    </>
  )
}
