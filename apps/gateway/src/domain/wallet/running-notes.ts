import type { WalletBackend } from './backend.ts';
import type { Reservation, StreamCharge } from './wallet.ts';

/** Keeps the notes of running streams up to date: what each would be charged if it ended now (ADR 131). */
export class RunningNotes {
  readonly #backend: Pick<WalletBackend, 'note'>;
  /** Notes of streams that will not be charged. */
  #dropped: string[] = [];

  constructor(backend: Pick<WalletBackend, 'note'>) {
    this.#backend = backend;
  }

  /** Writes notes in one transaction. Nothing beyond a reservation is noted: it may exceed the balance. */
  async write(charges: readonly StreamCharge[]): Promise<void> {
    const payable = charges.filter(
      ({ reservation, row }) =>
        reservation.open && Number.isSafeInteger(row.quota) && row.quota <= reservation.amount,
    );
    const dropped = this.#dropped;
    if (payable.length === 0 && dropped.length === 0) return;
    this.#dropped = [];
    const notes = payable.map(({ id, reservation, row, logged, timing }) => {
      // From now on its charge removes the note, whether or not that is written before.
      reservation.noteId = id;
      const record = { row, limited: reservation.apiKey !== undefined, logged, timing };
      return { id, record, isOpen: () => reservation.open };
    });
    try {
      await this.#backend.note(notes, dropped);
    } catch (error) {
      this.#dropped.push(...dropped);
      throw error;
    }
  }

  /** Forgets the note of a stream that is not charged, with the next notes. */
  drop({ noteId }: Reservation): void {
    if (noteId !== undefined) this.#dropped.push(noteId);
  }

  /** Forgets what remains when the process ends. What no disk takes is charged at the next start. */
  close(): Promise<void> {
    return this.write([]).catch(() => undefined);
  }
}
