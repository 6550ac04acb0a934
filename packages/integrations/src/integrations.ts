// Made by `npm run golden` from the files beside it; do not edit.

import type { Integration } from './integration.ts'
import { alertmanager } from './alertmanager.ts'
import { apprise } from './apprise.ts'
import { azureDevOps } from './azuredevops.ts'
import { bitbucketCloud } from './bitbucket2.ts'
import { bitbucketServer } from './bitbucket3.ts'
import { buildbot } from './buildbot.ts'
import { circleCi } from './circleci.ts'
import { discord } from './discord.ts'
import { freshdesk } from './freshdesk.ts'
import { gitea } from './gitea.ts'
import { github } from './github.ts'
import { gitHubSponsors } from './githubsponsors.ts'
import { gitlab } from './gitlab.ts'
import { grafana } from './grafana.ts'
import { harbor } from './harbor.ts'
import { homeAssistant } from './homeassistant.ts'
import { ifttt } from './ifttt.ts'
import { intercom } from './intercom.ts'
import { jenkins } from './jenkins.ts'
import { jira } from './jira.ts'
import { json } from './json.ts'
import { linear } from './linear.ts'
import { mattermost } from './mattermost.ts'
import { netlify } from './netlify.ts'
import { newRelic } from './newrelic.ts'
import { notion } from './notion.ts'
import { ntfy } from './ntfy.ts'
import { openProject } from './openproject.ts'
import { opsgenie } from './opsgenie.ts'
import { pagerDuty } from './pagerduty.ts'
import { redmine } from './redmine.ts'
import { sentry } from './sentry.ts'
import { slackIncoming } from './slack-incoming.ts'
import { sonarQube } from './sonarqube.ts'
import { statuspage } from './statuspage.ts'
import { stripe } from './stripe.ts'
import { teamCity } from './teamcity.ts'
import { travis } from './travis.ts'
import { trello } from './trello.ts'
import { uptimeKuma } from './uptimekuma.ts'
import { uptimeRobot } from './uptimerobot.ts'
import { zabbix } from './zabbix.ts'
import { zapier } from './zapier.ts'
import { zendesk } from './zendesk.ts'

/** Every integration, by the name of its file. */
export const integrations: readonly Integration[] = [
  alertmanager,
  apprise,
  azureDevOps,
  bitbucketCloud,
  bitbucketServer,
  buildbot,
  circleCi,
  discord,
  freshdesk,
  gitea,
  github,
  gitHubSponsors,
  gitlab,
  grafana,
  harbor,
  homeAssistant,
  ifttt,
  intercom,
  jenkins,
  jira,
  json,
  linear,
  mattermost,
  netlify,
  newRelic,
  notion,
  ntfy,
  openProject,
  opsgenie,
  pagerDuty,
  redmine,
  sentry,
  slackIncoming,
  sonarQube,
  statuspage,
  stripe,
  teamCity,
  travis,
  trello,
  uptimeKuma,
  uptimeRobot,
  zabbix,
  zapier,
  zendesk,
]
