import { addCodePlayground } from '@tagma/contract/endpoints/playgrounds/add-code-playground.ts'
import { handle } from '#call/call.ts'
import { addPlayground } from '../change-playgrounds.ts'

export const addCodePlaygroundHandler = handle(addCodePlayground, async ({ directory, transact }, args) => {
  const { name, pygments_language: pygmentsLanguage, url_template: urlTemplate } = args
  return { id: await transact((tx) => addPlayground(tx, directory, { name, pygmentsLanguage, urlTemplate })) }
})
