import { parseAddress } from '@tagma/contract/address.ts'
import { expect, test } from 'vitest'
import { paneOf } from './pane.ts'

const pane = (address: string) => paneOf(parseAddress(address, {}))

test('a narrow screen shows the column that the address is about', () => {
  const lists = ['', '#', '#inbox', '#recent', '#topics/channel/5-design', '#narrow/is/dm']
  expect(lists.map(pane)).toEqual(lists.map(() => 'list'))
  expect(pane('#places')).toBe('places')
  const mains = ['#narrow/channel/5-design/topic/colors', '#settings/profile', '#feed']
  expect(mains.map(pane)).toEqual(mains.map(() => 'main'))
})
