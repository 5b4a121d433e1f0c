import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { rangesOf } from '../../../../../../../ui/src/pages/session/conversation/find/ranges.js'

afterEach(cleanup)

it('finds words in the text of the conversation, not in that of the dashboard', () => {
  const { container } = render(
    <div>
      <p>The change and the test.</p>
      <button type="button" data-own>
        Open the conversation
      </button>
      <span data-outcome>the outcome</span>
      <dl>
        <dt>the name</dt>
        <dd>the value</dd>
      </dl>
    </div>,
  )
  expect(rangesOf(container, 'the').map(({ startContainer }) => startContainer.nodeValue)).toEqual([
    'The change and the test.',
    'The change and the test.',
    'the value',
  ])
})
