import type { StreamMessage } from '../../api/wire/stream-shapes.ts';

type Spot = { readonly epoch: string; readonly sequence: number };

/** Where in the stream a reader is, over any number of connections. */
export type Place = {
  /** What is added to a subscription so that it goes on from here. */
  readonly resume: () => { readonly resume?: Spot };
  /** Takes a message in; a sentence when it says that something is to be known about what came before. */
  readonly pass: (message: StreamMessage) => string | null;
};

export function createPlace(wantsSnapshot: boolean): Place {
  let spot: Spot | null = null;
  let isShowing = false;
  let connections = 0;

  const begin = (message: StreamMessage & { readonly type: 'subscribed' }): string | null => {
    const former = spot;
    connections += 1;
    isShowing = wantsSnapshot && message.recovered !== true;
    // A snapshot that breaks off cannot be resumed, so until its end there is no place
    spot = isShowing ? null : spotOf(message);
    return connections === 1 ? null : whatWasMissed(former, message, isShowing);
  };

  return {
    resume: () => (spot === null ? {} : { resume: spot }),
    pass(message) {
      if (message.type === 'subscribed') return begin(message);
      if (message.type === 'snapshotEnd') isShowing = false;
      if (!isShowing) spot = spotOf(message) ?? spot;
      return null;
    },
  };
}

function spotOf(message: StreamMessage): Spot | null {
  if (!('sequence' in message) || message.epoch === undefined || message.sequence === undefined) return null;
  return { epoch: message.epoch, sequence: message.sequence };
}

function whatWasMissed(
  former: Spot | null,
  message: StreamMessage & { readonly type: 'subscribed' },
  isShowing: boolean,
): string {
  const then = isShowing ? '; what is on sale now follows' : '';
  if (message.recovered === true) return 'connected again; nothing was missed';
  if (former === null) return `connected again${isShowing ? '; what is on sale is told from the beginning' : ''}`;
  if (message.epoch !== former.epoch) {
    return `connected again, but the service was restarted: what happened after change ${former.sequence} of its former life was missed${then}`;
  }
  return `connected again, but it was too late: changes ${former.sequence + 1} to ${message.sequence} are no longer kept and were missed${then}`;
}
