import { Check } from 'lucide-react'
import { t } from '../../../../i18n/i18n.js'
import { Trans } from '../../../../i18n/trans.js'
import { useWords } from '../../../../i18n/use-words.js'
import type { ToolCall } from '../items.js'
import { answersIn } from './answers.js'
import { OtherBody } from './other.js'
import { Failure, Words } from './pieces.js'
import { hasFailed, outputOf, recordsAt } from './call.js'
import styles from './question.module.css'
import type { BodyProps, ToolView } from './view.js'

const told = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Questions to the user, with the options and the chosen one. */
export const question: ToolView = {
  outcome: (call) =>
    call.result === undefined || hasFailed(call) ? undefined : (
      <span className="faint">{t('session:call.answered')}</span>
    ),
  opens: (call) => recordsAt(call, 'questions').length > 0,
  Body: QuestionBody,
}

function QuestionBody({ call, place }: BodyProps) {
  const questions = recordsAt(call, 'questions')
  if (questions.length === 0) return <OtherBody call={call} place={place} />
  return (
    <>
      {questions.map((asked, index) => (
        <Words key={index}>
          <Asked asked={asked} call={call} />
        </Words>
      ))}
      <Failure call={call} />
    </>
  )
}

function Asked({ asked, call }: { asked: Readonly<Record<string, unknown>>; call: ToolCall }) {
  const t = useWords()
  const words = told(asked['question'])
  const answer = hasFailed(call) ? undefined : answersIn(outputOf(call)).get(words)
  const options = recordsAt({ ...call, input: asked }, 'options')
  const labels = options.map((option) => told(option['label']))
  const taken = new Set(labels.filter((label) => label === answer || answer?.split(', ').includes(label)))
  return (
    <>
      <p className={styles['asked']}>{words}</p>
      <ul className={styles['options']}>
        {options.map((option, index) => {
          const label = labels[index] ?? ''
          return (
            <li key={index} data-taken={taken.has(label) || undefined}>
              {taken.has(label) ? (
                <Check size={14} strokeWidth={2} aria-label={t('session:call.taken')} />
              ) : (
                <span className="faint num" aria-hidden>
                  {index + 1}
                </span>
              )}
              <b>{label}</b> <span className="faint">{told(option['description'])}</span>
            </li>
          )
        })}
      </ul>
      {answer !== undefined && taken.size === 0 && (
        <p>
          <Trans i18nKey="session:call.answer" values={{ answer }} components={{ name: <span className="faint" /> }} />
        </p>
      )}
    </>
  )
}
