// SPDX-License-Identifier: MIT
pragma solidity ^0.8.37;

/// The part of ENS's registry (EIP-137) that is used here.
interface Registry {
    function resolver(bytes32 node) external view returns (address);
}

interface Resolver {
    function name(bytes32 node) external view returns (string memory);
    function addr(bytes32 node) external view returns (address);
}

/// Resolves a name or an address in one call: the part of ENS's universal resolver that needs no gateway.
contract UniversalResolver {
    Registry public immutable registry;

    error ResolverNotFound(bytes name);
    error ResolverError(bytes errorData);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);

    bytes16 private constant DIGITS = "0123456789abcdef";
    bytes32 private constant REVERSE = 0x91d1777781884d03a6757a803996e38de2a42967fb37eeaca72729271025a9e2;

    constructor(Registry registry_) {
        registry = registry_;
    }

    /// @param name in DNS format: each label with its length before it (RFC 1035)
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

    /// Returns the primary name of an EVM account (EIP-181), if that name resolves to the account.
    function reverseWithGateways(
        bytes calldata account,
        uint256,
        string[] calldata
    ) external view returns (string memory, address, address) {
        bytes32 node = keccak256(abi.encodePacked(REVERSE, keccak256(toHex(account))));
        address reverse = registry.resolver(node);
        if (reverse == address(0)) revert ResolverNotFound(account);
        string memory name = Resolver(reverse).name(node);
        bytes32 named = hashText(bytes(name));
        address resolver = registry.resolver(named);
        address owner = resolver == address(0) ? address(0) : Resolver(resolver).addr(named);
        if (owner != address(bytes20(account))) revert ReverseAddressMismatch(name, abi.encodePacked(owner));
        return (name, resolver, reverse);
    }

    function hash(bytes calldata name, uint256 at) private pure returns (bytes32) {
        uint256 length = uint8(name[at]);
        if (length == 0) return bytes32(0);
        uint256 next = at + 1 + length;
        return keccak256(abi.encodePacked(hash(name, next), keccak256(name[at + 1:next])));
    }

    /// Hashes the labels from the last to the first.
    function hashText(bytes memory name) private pure returns (bytes32 node) {
        uint256 end = name.length;
        for (uint256 at = name.length; at > 0; at--) {
            if (at > 1 && name[at - 1] != ".") continue;
            uint256 start = name[at - 1] == "." ? at : at - 1;
            bytes memory label = new bytes(end - start);
            for (uint256 i = 0; i < label.length; i++) label[i] = name[start + i];
            node = keccak256(abi.encodePacked(node, keccak256(label)));
            end = at - 1;
        }
    }

    function toHex(bytes calldata account) private pure returns (bytes memory text) {
        text = new bytes(account.length * 2);
        for (uint256 i = 0; i < account.length; i++) {
            text[2 * i] = DIGITS[uint8(account[i]) >> 4];
            text[2 * i + 1] = DIGITS[uint8(account[i]) & 15];
        }
    }
}
