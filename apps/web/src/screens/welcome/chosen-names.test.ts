import { expect, test } from 'vitest'
import { chosenNames } from './chosen-names.ts'

test('chosen names are cut to their text, and each is taken once', () => {
  const rows = [
    { name: ' design ', isChosen: true },
    { name: 'Design', isChosen: true },
    { name: 'help', isChosen: false },
    { name: '  ', isChosen: true },
    { name: 'news', isChosen: true },
  ]
  expect(chosenNames(rows)).toEqual(['design', 'news'])
})
