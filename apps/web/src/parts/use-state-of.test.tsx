import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, test } from 'vitest'
import { useStateOf } from './use-state-of.ts'

afterEach(() => render(null, document.body))

test('a value begins with each key, and what is set for an earlier one is dropped', async () => {
  const drawn: string[] = []
  let set: (value: string) => void = () => {}
  function Shown({ of }: { readonly of: string }) {
    const [value, setValue] = useStateOf(of, () => `new in ${of}`)
    set = setValue
    drawn.push(value)
    return null
  }
  const draw = (of: string) => act(() => render(<Shown of={of} />, document.body))
  await draw('lead')
  await act(() => set('changed'))
  const setOfLead = set
  await draw('tin')
  await act(() => setOfLead('too late'))
  await act(() => set('changed, too'))
  await draw('lead')
  expect(drawn).toEqual(['new in lead', 'changed', 'new in tin', 'changed, too', 'new in lead'])
})
