import { addAlertWords as endpoint } from '@tagma/contract/endpoints/alert-words/add-alert-words.ts'
import { handle } from '#call/call.ts'
import { addAlertWords } from '../change-alert-words.ts'

export const addAlertWordsHandler = handle(endpoint, async ({ caller, transact }, { alert_words }) => ({
  alert_words: await transact((tx) => addAlertWords(tx, caller, alert_words)),
}))
