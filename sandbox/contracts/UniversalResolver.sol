// SPDX-License-Identifier: MIT
pragma solidity ^0.8.37;

import {NameRegistry} from "./NameRegistry.sol";

/// Asks whoever answers for a name, in one call: the part of ENS's universal resolver that needs no gateway.
contract UniversalResolver {
    NameRegistry public immutable registry;

    error ResolverNotFound(bytes name);
    error ResolverError(bytes errorData);

    constructor(NameRegistry registry_) {
        registry = registry_;
    }

    /// name: as DNS writes it, each label with its length before it (RFC 1035).
    function resolveWithGateways(
        bytes calldata name,
        bytes calldata data,
        string[] calldata
    ) external view returns (bytes memory, address) {
        address resolver = registry.resolver(hash(name, 0));
        if (resolver == address(0)) revert ResolverNotFound(name);
        (bool isAnswered, bytes memory answer) = resolver.staticcall(data);
        if (!isAnswered) revert ResolverError(answer);
        return (answer, resolver);
    }

    function hash(bytes calldata name, uint256 at) private pure returns (bytes32) {
        uint256 length = uint8(name[at]);
        if (length == 0) return bytes32(0);
        uint256 next = at + 1 + length;
        return keccak256(abi.encodePacked(hash(name, next), keccak256(name[at + 1:next])));
    }
}
