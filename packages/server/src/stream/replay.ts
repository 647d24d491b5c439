/** What a new stream needs to know of the log. */
export interface LogState {
  readonly head: number;
  readonly firstInHistory: number;
  readonly clearedThrough: number;
}

/** Where a reader says it left off. */
export interface Resume {
  readonly lastEventId: string | undefined;
  /** The epoch of the backend that the id is from, if the reader knows it. */
  readonly instance: string | undefined;
}

export interface Start {
  /** First id the stream is given. */
  readonly position: number;
  /** How many events in between are no longer held. */
  readonly missed: number;
}

/**
 * Where a new stream begins.
 *
 * A stream is a position in the log and is only ever given what stands there, so replaying and
 * going live are the same thing begun at different places: there is no seam at which an event
 * could be lost or doubled, however many arrive meanwhile.
 */
export function startOf(resume: Resume, log: LogState, instance: string): Start {
  const foreign = resume.instance !== undefined && resume.instance !== instance;
  const given = lastIdOf(resume);
  if (given === undefined && !foreign) return { position: log.head + 1, missed: 0 };

  // An id of an earlier epoch says nothing about this one: such a reader has seen nothing of it.
  const seen = foreign || given === undefined || given > log.head ? 0 : given;
  const wanted = Math.max(seen, log.clearedThrough) + 1;
  const position = Math.max(wanted, log.firstInHistory);
  return { position, missed: position - wanted };
}

/** Taken for one of the epoch before, unless it says of which it is; who has seen nothing is of none. */
export function asOfBefore(resume: Resume): Resume {
  const isUnsaid = resume.instance === undefined && lastIdOf(resume) !== undefined;
  return isUnsaid ? { ...resume, instance: '' } : resume;
}

/** The last id that a reader has seen, as far as it says so. */
function lastIdOf({ lastEventId }: Resume): number | undefined {
  return /^\d{1,15}$/.test(lastEventId ?? '') ? Number(lastEventId) : undefined;
}

/**
 * The id that another node has given out already, and this one does not have yet; undefined for
 * readers that can begin here. Taken for an id of an earlier epoch, it would bring the whole history
 * a second time.
 */
export function awaitedId(resume: Resume, log: LogState, instance: string): number | undefined {
  const given = lastIdOf(resume);
  const isForeign = resume.instance !== undefined && resume.instance !== instance;
  return given === undefined || given <= log.head || isForeign ? undefined : given;
}
