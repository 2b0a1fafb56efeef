import Type, { type TSchema } from 'typebox';
import {
  WireAlertAttempt,
  WireAlertRequest,
  WireAlertRule,
  WireAlertTest,
  WireNewAlertRule,
} from '../wire/tape/alert.ts';

export type AlertPath = {
  readonly method: 'get' | 'post' | 'delete';
  readonly path: `/tape/alerts${string}`;
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  /** Takes the id of a rule as a parameter. */
  readonly isOfRule?: true;
  readonly body?: TSchema;
  readonly status: 200 | 201 | 204;
  /** null for an empty response. */
  readonly answer: TSchema | null;
};

/** Endpoints for alert rules and their deliveries. */
export const alertPaths: readonly AlertPath[] = [
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
      'A rule waits for changes in the stream (`stream`), for a figure of items to cross a bound (`figure`) or for deals (`deal`). It notifies a webhook signed according to Standard Webhooks, Discord, Slack, Telegram, ntfy or an e-mail address. Alerts of a rule about the same item arrive in order; failed attempts are retried for a day. Targets must have public addresses unless the operator allows others; redirects are not followed.',
    body: WireAlertRequest,
    status: 201,
    answer: WireNewAlertRule,
  },
  {
    method: 'delete',
    path: '/tape/alerts',
    id: 'deleteAlert',
    summary: 'Deletes a rule and its undelivered alerts',
    description: 'Nothing more is sent for it.',
    isOfRule: true,
    status: 204,
    answer: null,
  },
  {
    method: 'post',
    path: '/tape/alerts/test',
    id: 'testAlert',
    summary: 'Sends a test alert to the target of a rule',
    description: 'Sent immediately, ahead of waiting alerts; the response contains the result.',
    isOfRule: true,
    status: 200,
    answer: WireAlertTest,
  },
  {
    method: 'post',
    path: '/tape/alerts/pause',
    id: 'pauseAlert',
    summary: 'Pauses a rule until it is resumed',
    description: 'Alerts already raised are still delivered. Pausing a paused rule has no effect.',
    isOfRule: true,
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
    isOfRule: true,
    status: 200,
    answer: WireAlertRule,
  },
  {
    method: 'get',
    path: '/tape/alerts/deliveries',
    id: 'listAlertDeliveries',
    summary: 'Lists the latest delivery attempts of a rule',
    description: 'Newest first, at most 50.',
    isOfRule: true,
    status: 200,
    answer: Type.Array(WireAlertAttempt),
  },
];
