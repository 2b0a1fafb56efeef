import Type, { type TSchema } from 'typebox';
import { type Parameters, requiredText } from '../parameters.ts';
import { watchedParameters } from '../routes/parameters.ts';
import {
  WireAlertAttempt,
  WireAlertRequest,
  WireAlertRule,
  WireAlertTest,
  WireNewAlertRule,
  WireSecretRotation,
} from '../wire/tape/alert.ts';
import { WireLoggedAlert } from '../wire/tape/logged-alert.ts';
import { WireWatchedItem } from '../wire/tape/watchlist.ts';

/** An endpoint for what belongs to a key. */
export type OwnedPath = {
  readonly method: 'get' | 'post' | 'delete';
  readonly path: `/tape/${'alerts' | 'holdings' | 'watchlist'}${string}`;
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: Parameters;
  readonly body?: TSchema;
  readonly bodyExample?: object;
  readonly status: 200 | 201 | 204;
  /** null for an empty response. */
  readonly answer: TSchema | null;
};

const ofRule = { id: requiredText({ description: 'Id of the rule', example: '4f1c2a9be0d3', maxLength: 64 }) };
const ofAlert = {
  id: requiredText({ description: 'Id of the alert', example: 'msg_0f3a9c1e7b', maxLength: 64 }),
};

export const alertExample = {
  name: 'Redline below 10',
  when: { kind: 'figure', figure: 'ask', game: 'CS2', items: ['AK-47 | Redline (Field-Tested)'], below: 10 },
  target: { kind: 'webhook', url: 'https://example.test/hook' },
  coolDownSeconds: 300,
};

/** Endpoints for alert rules, their deliveries and log, and for watchlists. */
export const alertPaths: readonly OwnedPath[] = [
  {
    method: 'get',
    path: '/tape/alerts',
    id: 'listAlerts',
    summary: 'Lists the rules of this key',
    description: 'Oldest first. The operator gets the rules of all keys. Secrets of targets are not included.',
    status: 200,
    answer: Type.Array(WireAlertRule),
  },
  {
    method: 'post',
    path: '/tape/alerts',
    id: 'createAlert',
    summary: 'Creates a rule that notifies a target when something happens',
    description:
      'A rule waits for changes in the stream (`stream`), for a figure of items to cross a bound (`figure`) or for deals (`deal`). It notifies a webhook signed according to Standard Webhooks, Discord, Slack, Telegram, ntfy or an e-mail address, or the log of this key (`browser`), which its dashboards show. Alerts of a rule about the same item arrive in order; failed attempts are retried for a day. Targets must have public addresses unless the operator allows others; redirects are not followed.',
    body: WireAlertRequest,
    bodyExample: alertExample,
    status: 201,
    answer: WireNewAlertRule,
  },
  {
    method: 'delete',
    path: '/tape/alerts',
    id: 'deleteAlert',
    summary: 'Deletes a rule and its undelivered alerts',
    description: 'Nothing more is sent for it.',
    parameters: ofRule,
    status: 204,
    answer: null,
  },
  {
    method: 'post',
    path: '/tape/alerts/test',
    id: 'testAlert',
    summary: 'Sends a test alert to the target of a rule',
    description: 'Sent immediately, ahead of waiting alerts; the response contains the result.',
    parameters: ofRule,
    status: 200,
    answer: WireAlertTest,
  },
  {
    method: 'post',
    path: '/tape/alerts/pause',
    id: 'pauseAlert',
    summary: 'Pauses a rule until it is resumed',
    description: 'Alerts already raised are still delivered. Pausing a paused rule has no effect.',
    parameters: ofRule,
    status: 200,
    answer: WireAlertRule,
  },
  {
    method: 'post',
    path: '/tape/alerts/resume',
    id: 'resumeAlert',
    summary: 'Resumes a paused rule',
    description:
      'Stream rules continue with changes from now on; figures and deals are checked in their current state.',
    parameters: ofRule,
    status: 200,
    answer: WireAlertRule,
  },
  {
    method: 'post',
    path: '/tape/alerts/rotate',
    id: 'rotateAlertSecret',
    summary: 'Gives the webhook of a rule a new secret',
    description:
      'For a day, alerts are signed by the new secret and by the previous one: `webhook-signature` has two signatures. A secret from before the previous one no longer signs.',
    parameters: ofRule,
    status: 200,
    answer: WireSecretRotation,
  },
  {
    method: 'get',
    path: '/tape/alerts/deliveries',
    id: 'listAlertDeliveries',
    summary: 'Lists the latest delivery attempts of a rule',
    description: 'Newest first, at most 50.',
    parameters: ofRule,
    status: 200,
    answer: Type.Array(WireAlertAttempt),
  },
  {
    method: 'get',
    path: '/tape/alerts/log',
    id: 'readAlertLog',
    summary: 'Lists the latest alerts of rules with the target browser',
    description: 'Newest first, at most 200. Sessions of the operator share one log.',
    status: 200,
    answer: Type.Array(WireLoggedAlert),
  },
  {
    method: 'post',
    path: '/tape/alerts/log/read',
    id: 'readLoggedAlerts',
    summary: 'Marks an alert of the log and all older ones as read',
    description: 'An alert that is no longer in the log has no effect.',
    parameters: ofAlert,
    status: 204,
    answer: null,
  },
  {
    method: 'get',
    path: '/tape/watchlist',
    id: 'readWatchlist',
    summary: 'Lists the items that this key watches',
    description: 'Newest first. Sessions of the operator share one watchlist.',
    status: 200,
    answer: Type.Array(WireWatchedItem),
  },
  {
    method: 'post',
    path: '/tape/watchlist',
    id: 'watchItem',
    summary: 'Adds an item to the watchlist of this key',
    description: 'At most 1,000 items. One that is on it stays as it is.',
    parameters: watchedParameters,
    status: 201,
    answer: WireWatchedItem,
  },
  {
    method: 'delete',
    path: '/tape/watchlist',
    id: 'unwatchItem',
    summary: 'Removes an item from the watchlist of this key',
    description: 'An item that is not on it has no effect.',
    parameters: watchedParameters,
    status: 204,
    answer: null,
  },
];
