import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { address } from '../../../api/address.js'
import { call } from '../../../api/call.js'
import { useCaller } from '../../../api/caller.js'
import type { Lane } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { useKeys } from '../../../kit/keys.js'
import { Menu, MenuItem } from '../../../kit/menu.js'
import notes from '../../../kit/note.module.css'
import { SegmentedControl } from '../../../kit/segmented-control.js'
import { Unread } from '../../../kit/unread.js'
import { useDelete } from '../../../kit/use-delete.js'
import { useServedImage } from '../../../kit/use-served-image.js'
import { ExhibitView, imageOf, type View, VIEWS } from './exhibit-view.js'
import { type Exhibit, exhibitsOf, step, titleOf } from './exhibits.js'
import styles from './proof.module.css'
import { type ProofFeature, proofQuery } from './queries.js'
import { RequestButton } from './request-button.js'

/** The images that show what an agent did: before and after, one pair at a time. */
export function ProofTab({ lane }: { readonly lane: Lane }) {
  const id = String(lane.id)
  const { data, error } = useQuery(proofQuery(id))
  if (data === undefined) return <Unread error={error} />
  const features = data.filter(({ groups, ticket_report: report }) => Object.keys(groups).length > 0 || report !== '')
  return features.length === 0 ? <Nothing lane={lane} /> : <Gallery lane={lane} features={features} />
}

function Gallery({ lane, features }: { readonly lane: Lane; readonly features: readonly ProofFeature[] }) {
  const t = useWords()
  const id = String(lane.id)
  const queries = useQueryClient()
  const mayDelete = useCaller()?.role !== 'analyst'
  const [key, setKey] = useState<string>()
  const [view, setView] = useState<View>('slider')
  const all = features.flatMap(exhibitsOf)
  const chosen = all.find((one) => one.key === key) ?? all[0]
  const go = (by: 1 | -1): void => setKey(step(all, chosen?.key, by)?.key)
  useKeys({ j: () => go(1), k: () => go(-1) })
  const deletion = useDelete<Exhibit>({
    title: (one) => t('proof:delete.title', { name: titleOf(one) }),
    says: ({ groups }) => t('proof:delete.says', { count: groups.length }),
    action: t('proof:delete.action'),
    run: async ({ slug, file, groups }) => {
      for (const group of groups)
        await call('DELETE /api/lanes/:id/proof/:slug', { params: { id, slug }, body: { group, images: [file] } })
    },
    done: () => t('proof:delete.done'),
    onChanged: () => void queries.invalidateQueries({ queryKey: proofQuery(id).queryKey }),
  })
  return (
    <div className={styles['tab']}>
      <nav className={styles['list']} aria-label={t('proof:list')}>
        {features.map((feature) => (
          <section key={feature.slug} aria-label={feature.slug}>
            <h3>{feature.slug}</h3>
            <ul>
              {exhibitsOf(feature).map((one) => (
                <li key={one.key}>
                  <button type="button" aria-pressed={one.key === chosen?.key} onClick={() => setKey(one.key)}>
                    <Thumbnail lane={id} exhibit={one} />
                    <span>
                      <b>{titleOf(one)}</b>
                      <small>{one.groups.join(', ')}</small>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            {feature.ticket_report !== '' && <Report lane={id} feature={feature} />}
          </section>
        ))}
      </nav>
      {chosen === undefined ? (
        <div className={notes['note']} data-note>
          <p>{t('proof:noImages')}</p>
          <RequestButton lane={lane} />
        </div>
      ) : (
        <div className={styles['stage']}>
          <header>
            <h2>{titleOf(chosen)}</h2>
            {chosen.groups.length > 1 && (
              <SegmentedControl<View>
                label={t('proof:view.label')}
                hidesLabel
                name="view"
                value={view}
                options={VIEWS.map((one) => [one, t(`proof:view.${one}`)] as const)}
                onChange={setView}
              />
            )}
            <RequestButton lane={lane} />
            {mayDelete && (
              <Menu
                trigger={
                  <button type="button" className={buttons['quiet']} aria-label={t('proof:more')}>
                    <Ellipsis size={16} aria-hidden />
                  </button>
                }
              >
                <MenuItem isDanger onSelect={() => deletion.ask(chosen)}>
                  {t('proof:delete.button')}
                </MenuItem>
              </Menu>
            )}
          </header>
          <ExhibitView key={`${chosen.key} ${chosen.mtime}`} lane={id} exhibit={chosen} view={view} />
        </div>
      )}
      {deletion.dialog}
    </div>
  )
}

function Thumbnail({ lane, exhibit }: { readonly lane: string; readonly exhibit: Exhibit }) {
  const image = useServedImage(imageOf(lane, exhibit, exhibit.groups.at(-1) ?? '', '320'))
  return image.address === undefined ? <span className={styles['empty']} /> : <img src={image.address} alt="" />
}

/** The page that an agent wrote about a feature. The service serves it without any right. */
function Report({ lane, feature }: { readonly lane: string; readonly feature: ProofFeature }) {
  const t = useWords()
  const [group = '', file = ''] = feature.ticket_report.split('/')
  const to = address('/api/lanes/:id/proof/:slug/:group/:file', { id: lane, slug: feature.slug, group, file }, {})
  return (
    <a className={buttons['quiet']} href={to} target="_blank" rel="noopener noreferrer">
      {t('proof:report')}
    </a>
  )
}

const EXAMPLES = ['proof/gift-cards/before/basket.png', 'proof/gift-cards/after/basket.png'] as const

/** No agent has written an image yet. */
function Nothing({ lane }: { readonly lane: Lane }) {
  const t = useWords()
  return (
    <div className={notes['note']} data-note>
      <h1>{t('proof:none.title')}</h1>
      <p>{t('proof:none.says')}</p>
      <p>
        <code>{EXAMPLES[0]}</code>
        <br />
        <code>{EXAMPLES[1]}</code>
      </p>
      <RequestButton lane={lane} />
    </div>
  )
}
