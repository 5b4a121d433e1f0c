import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Lane, Session } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import notes from '../../../kit/note.module.css'
import { Select } from '../../../kit/select.js'
import { titleOf } from '../../../kit/session-label.js'
import { Unread } from '../../../kit/unread.js'
import { sessionsOfLane, useLaneState } from '../../../live/lane-groups.js'
import { sessionQuery } from '../../../rows/queries.js'
import { useSession } from '../../../rows/rows.js'
import { Conversation } from '../../session/conversation/conversation.js'
import { Directory } from '../../session/conversation/directory.js'
import styles from './chat-tab.module.css'
import { Reply } from './reply.js'

/** The conversation of one session of a lane: of the one that decides its state, unless the user picks another. */
export function ChatTab({ lane }: { lane: Lane }) {
  const t = useWords()
  const state = useLaneState(String(lane.id))
  const [picked, setPicked] = useState<string>()
  // Chosen once: another session that begins to ask must not replace the one that the user reads.
  const [first] = useState(state?.lead)
  const sessions = sessionsOfLane(lane.id)
  const id = picked ?? first ?? state?.lead
  if (id === undefined) {
    return (
      <div className={notes['note']} data-note>
        <p>{t('lanes:chat.none')}</p>
      </div>
    )
  }
  return (
    <div className={styles['tab']}>
      {sessions.length > 1 && (
        <div className={styles['pick']}>
          <Select
            label={t('lanes:start.session')}
            value={id}
            options={sessions.map((one: Session) => ({ value: one.id, label: titleOf(one) }))}
            onChange={setPicked}
          />
        </div>
      )}
      <Chat key={id} id={id} lane={lane} />
    </div>
  )
}

function Chat({ id, lane }: { id: string; lane: Lane }) {
  const { data, error } = useQuery(sessionQuery(id))
  const session = useSession(id) ?? data?.session
  if (session === undefined) return <Unread error={error} />
  return (
    <>
      <div className={styles['conversation']}>
        <Directory value={session.cwd}>
          <Conversation id={id} agent={undefined} line={undefined} words={undefined} />
        </Directory>
      </div>
      <Reply lane={lane} session={session} />
    </>
  )
}
