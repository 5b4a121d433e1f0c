import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { settingsQuery } from '../../api/queries.js'
import { DisplayChoices } from '../../app/display-choices.js'
import { FailureNote } from '../../kit/failure-note.js'
import { AboutSection } from './about-section.js'
import { DataSection } from './data-section.js'
import { HooksSection } from './hooks-section.js'
import { PricingSection } from './pricing-section.js'

/** What can be set: how the agents report, what tokens cost, what is kept, how it looks. */
export function SettingsPage() {
  // Sizes and counts are those of this visit.
  const { data, error } = useQuery({ ...settingsQuery, staleTime: 0 })
  const { hash } = useLocation()
  const isThere = data !== undefined
  useEffect(() => {
    if (isThere && hash !== '') document.getElementById(hash)?.scrollIntoView()
  }, [hash, isThere])
  return (
    <div className="main">
      <header className="top">
        <h1>Settings</h1>
      </header>
      {error !== null && data === undefined && <FailureNote error={error} />}
      {data !== undefined && (
        <div className="tab figures settings">
          <HooksSection hooks={data.hooks} />
          <PricingSection />
          <DataSection db={data.db} />
          <section className="setting" aria-labelledby="look-title">
            <h2 id="look-title">Display</h2>
            <p className="says">On this device only.</p>
            <DisplayChoices />
          </section>
          <AboutSection server={data.server} />
        </div>
      )}
    </div>
  )
}
