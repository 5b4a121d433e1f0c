import { Link, type LinkProps, Outlet } from '@tanstack/react-router'
import { useWords } from '../i18n/use-words.js'

export type Section = readonly [to: NonNullable<LinkProps['to']>, words: string]

/** A page of several sections, each at an address of its own. */
export function SectionTabs({ title, sections }: { title: string; sections: readonly Section[] }) {
  const t = useWords()
  return (
    <div className="main">
      <header className="head sections">
        <h1>{title}</h1>
        <nav className="tabs" aria-label={t('sectionsOf', { page: title })}>
          {sections.map(([to, words]) => (
            <Link key={to} to={to}>
              {words}
            </Link>
          ))}
        </nav>
      </header>
      <div className="tab figures settings">
        <Outlet />
      </div>
    </div>
  )
}
