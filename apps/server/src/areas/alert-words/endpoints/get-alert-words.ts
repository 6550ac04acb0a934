import { getAlertWords } from '@tagma/contract/endpoints/alert-words/get-alert-words.ts'
import { handle } from '#call/call.ts'
import { listAlertWords } from '../list-alert-words.ts'

export const getAlertWordsHandler = handle(getAlertWords, async ({ caller, db }) => ({
  alert_words: await listAlertWords(db, caller),
}))
