import { getSignInServices } from '@tagma/contract/endpoints/sign-in/get-sign-in-services.ts'
import { handle } from '#call/call.ts'
import { listServices } from '../list-services.ts'

export const getSignInServicesHandler = handle(getSignInServices, listServices)
