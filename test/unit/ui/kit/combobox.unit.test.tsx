import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { Combobox } from '../../../../ui/src/kit/combobox.js'

const TOOLS = [
  { value: 'Bash', label: 'Bash', count: 12 },
  { value: 'Read', label: 'Read', count: 3 },
  { value: 'mcp__linear__get_issue', label: 'Linear: get issue' },
]

function Field({ allowsText = false, first = '' }: { allowsText?: boolean; first?: string }) {
  const [value, setValue] = useState(first)
  return (
    <form aria-label="form">
      <Combobox
        label="Tool"
        name="tool"
        options={TOOLS}
        value={value}
        onChange={setValue}
        allowsText={allowsText}
        placeholder="Any tool"
      />
    </form>
  )
}
const field = (): HTMLInputElement => screen.getByRole('combobox', { name: 'Tool' })
const type = (text: string): void => void fireEvent.change(field(), { target: { value: text } })
const sent = (): unknown => new FormData(screen.getByRole<HTMLFormElement>('form')).get('tool')
const offered = (): readonly (string | null)[] => screen.queryAllByRole('option').map(({ textContent }) => textContent)

describe('a combobox', () => {
  afterEach(cleanup)

  it('offers all options when it opens, and those that match while typing', () => {
    render(<Field />)
    fireEvent.click(field())
    expect(offered()).toEqual(['Bash12', 'Read3', 'Linear: get issue'])
    type('linear')
    expect(offered()).toEqual(['Linear: get issue'])
  })

  it('sends the value of the chosen option and shows its label', () => {
    render(<Field />)
    type('lin')
    fireEvent.keyDown(field(), { key: 'Enter' })
    expect(field().value).toBe('Linear: get issue')
    expect(sent()).toBe('mcp__linear__get_issue')
  })

  it('without free text drops what is no option', () => {
    render(<Field first="Bash" />)
    type('Nonsense')
    fireEvent.keyDown(field(), { key: 'Escape' })
    expect([field().value, sent()]).toEqual(['Bash', 'Bash'])
  })

  it('with free text keeps what was typed', () => {
    render(<Field allowsText />)
    type('mcp__*')
    fireEvent.keyDown(field(), { key: 'Enter' })
    expect([field().value, sent()]).toEqual(['mcp__*', 'mcp__*'])
    expect(offered()).toEqual([])
  })

  it('can be emptied', () => {
    render(<Field first="Bash" />)
    type('')
    fireEvent.keyDown(field(), { key: 'Tab' })
    expect(sent()).toBe('')
  })
})
