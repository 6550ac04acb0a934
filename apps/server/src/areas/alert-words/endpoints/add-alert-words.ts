import { addAlertWords } from '@tagma/contract/endpoints/alert-words/add-alert-words.ts'
import { handle } from '#call/call.ts'
import { addAlertWords as add } from '../change-alert-words.ts'

export const addAlertWordsHandler = handle(addAlertWords, async ({ caller, transact }, { alert_words }) => ({
  alert_words: await transact((tx) => add(tx, caller, alert_words)),
}))
