import * as z from 'zod'

// Parts that most events of GitHub have in common.

export const sender = z.looseObject({ login: z.string(), html_url: z.string().default('') })
export const repository = z.looseObject({
  name: z.string(),
  full_name: z.string(),
  html_url: z.string(),
  private: z.boolean().default(false),
})

export interface GitHubEvent {
  readonly payload: unknown
  readonly hasTopic: boolean
}

export const senderOf = (payload: { readonly sender: z.output<typeof sender> }): string =>
  payload.sender.login

export const repositoryOf = (payload: { readonly repository: z.output<typeof repository> }): string =>
  payload.repository.name
