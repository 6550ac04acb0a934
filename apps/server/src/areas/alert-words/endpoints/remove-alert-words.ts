import { removeAlertWords as endpoint } from '@tagma/contract/endpoints/alert-words/remove-alert-words.ts'
import { handle } from '#call/call.ts'
import { removeAlertWords } from '../change-alert-words.ts'

export const removeAlertWordsHandler = handle(endpoint, async ({ caller, transact }, { alert_words }) => ({
  alert_words: await transact((tx) => removeAlertWords(tx, caller, alert_words)),
}))
