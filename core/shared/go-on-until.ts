/** Takes work that a response does not wait for. The function runs until the work has ended. The work never rejects. */
export type GoOnUntil = (work: Promise<void>) => void;
