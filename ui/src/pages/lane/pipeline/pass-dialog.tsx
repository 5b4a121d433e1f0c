import { t } from '../../../i18n/i18n.js'
import { useWords } from '../../../i18n/use-words.js'
import { Field } from '../../../kit/field.js'
import { FormDialog } from '../../../kit/form-dialog.js'
import { formText } from '../../../kit/form-text.js'
import type { Lane } from '../../../api/types.js'
import { useStage } from './use-stage.js'

interface PassDialogProps {
  readonly lane: Lane
  readonly node: Lane['pipeline_nodes'][number]
  readonly result: 'pass' | 'fail'
  readonly onClose: () => void
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Records the result of a stage, with links or paths that show it. */
export function PassDialog({ lane, node, result, onClose }: PassDialogProps) {
  const t = useWords()
  const stage = useStage(lane)
  return (
    <FormDialog
      title={t(`pipeline:${result}.title`, { name: node.label })}
      action={t(`pipeline:${result}.action`)}
      check={(form) => complaintsOf(form, node.gate && result === 'pass')}
      send={(form) => stage.mutateAsync({ stage: node.id, result, evidence: [...linesOf(formText(form, 'evidence'))] })}
      onClose={onClose}
    >
      <Field
        name="evidence"
        label={t('pipeline:evidence.label')}
        lines={4}
        hint={t('pipeline:evidence.hint')}
        placeholder={t('pipeline:evidence.example')}
        autoFocus
      />
    </FormDialog>
  )
}

/** A gate is passed with evidence here; without any, only by the action that says so. */
const complaintsOf = (form: FormData, isNeeded: boolean): Readonly<Record<string, string>> =>
  isNeeded && linesOf(formText(form, 'evidence')).length === 0 ? { evidence: t('pipeline:evidence.none') } : {}
